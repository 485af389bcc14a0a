/** Compares the register entries that the sandbox behaves by (`sandbox: true`) with its rules, and with the names of their tests. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readContract } from '../../src/contract/contract.js';
import { isObject, objectAt } from '../../src/contract/json.js';

const RULES = 'src/sandbox/rules';
const TESTS = 'test/sandbox';
const SANDBOX = 'src/sandbox';

export interface Sources {
  /** The register of the contract. */
  readonly register: Readonly<Record<string, unknown>>;
  /** The source code of the rules, and that of the tests. */
  readonly rules: string;
  readonly tests: string;
  /** The source code of each file of the sandbox, where variants may be. */
  readonly sandbox: readonly string[];
}

/** One sentence for each difference. */
export function ruleMistakes({ register, rules, tests, sandbox }: Sources): string[] {
  const claimed = new Set(
    [...rules.matchAll(/\b(?:rule|creates)(?:<\w+>)?\(\s*'([^']+)'/g)].map(([, entry = '']) => entry),
  );
  // `test('pix-flow: …')`, or a row of `test.each` that begins with the entry.
  const tested = new Set([...tests.matchAll(/['"`]([a-z0-9-]+)(?=[:'"`])/g)].map(([, name = '']) => name));
  const behaviors = Object.entries(register).flatMap(([key, entry]) =>
    isObject(entry) && entry.sandbox === true ? [key] : [],
  );
  return [
    ...behaviors
      .filter((key) => !claimed.has(key))
      .map(
        (key) => `${key}: no rule in ${RULES} names this entry. Add rule('${key}', …), or remove \`sandbox: true\`.`,
      ),
    ...[...claimed]
      .filter((key) => !behaviors.includes(key))
      .map(
        (key) => `${key}: a rule in ${RULES} names this entry, but it is not marked \`sandbox: true\` in the register.`,
      ),
    ...variantsOf(register)
      .filter(([key, name]) => !sandbox.some((code) => names(code, key) && names(code, name)))
      .map(([key, name]) => `${key}: no file in ${SANDBOX} implements its variant ${name}.`),
    ...behaviors
      .filter((key) => !tested.has(key))
      .map((key) => `${key}: no test in ${TESTS} has this entry in its name.`),
  ];
}

const variantsOf = (register: Sources['register']): [key: string, name: string][] =>
  Object.entries(register).flatMap(([key, entry]) =>
    Object.keys(objectAt(entry, 'variants')).map((name): [string, string] => [key, name]),
  );

/** Whether the code has the name as a string or as a key. The compiler refuses a name that is not in the register. */
const names = (code: string, name: string): boolean => code.includes(`'${name}'`) || code.includes(` ${name}: `);

/** The texts of the files below a folder. */
function textsBelow(folder: string, ending: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .map((name) => readFileSync(join(folder, name), 'utf8'));
}

export function readSources(): Sources {
  return {
    register: objectAt(readContract(), 'x-evidence-register'),
    rules: textsBelow(RULES, '.ts').join('\n'),
    tests: textsBelow(TESTS, '.test.ts').join('\n'),
    sandbox: textsBelow(SANDBOX, '.ts'),
  };
}

/* Runs only as a program. */
if (process.argv[1] === import.meta.filename) {
  const mistakes = ruleMistakes(readSources());
  for (const mistake of mistakes) console.error(`openapi.yaml, x-evidence-register: ${mistake}`);
  process.exitCode = mistakes.length > 0 ? 1 : 0;
}
