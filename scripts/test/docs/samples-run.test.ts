import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contractOf } from '../../../core/src/contract/contract.ts';
import { type SandboxServer, startSandbox } from '../../../sandbox/src/index.js';
import * as contractPackage from '../../../src/index.js';
import type { ProgramName } from '../../../test/programs.ts';
import { some } from '../../../test/property-runs.ts';
import { temporaryFolder } from '../../../test/temporary-folder.ts';
import { requestsOf, type SampleRequest, sampleLanguages } from '../../docs/samples/samples.ts';
import { sendOperations } from '../../docs/sending/form.ts';
import { type Call, Planner } from '../../docs/sending/plan.ts';
import { readContract } from './contract.ts';
import { transpiled } from './listings.ts';

// Runs the samples of each operation in each language against the sandbox, with ids that exist there. Each program
// has a separate account, so that programs do not affect each other.
const run = promisify(execFile);
const contract = readContract();
const operations = sendOperations(contract);

interface Program {
  name: string;
  token: string;
  code: string;
}

/** The failures of a program. */
type Failures = string[];

let sandbox: SandboxServer;
const folder = temporaryFolder('samples');
let requests: readonly { name: string; adapt: (token: string) => Promise<SampleRequest> }[];

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, log: 'silent', accounts: 'per-token' });
  const all = contractOf(contract).operations.flatMap((written) => {
    const operation = operations.find(({ operationId }) => operationId === written.operationId);
    if (!operation) throw new Error(`${written.path} is missing`);
    return [...requestsOf(contract, written)].map(([example, request]) => ({
      name: [operation.operationId, example].filter(Boolean).join('.'),
      adapt: async (token: string) => {
        const planned = await new Planner(operations, callAs(token), { create: true }).adapt(operation, example);
        return atSandbox(request, planned.path, planned.body);
      },
    }));
  });
  expect(all.length).toBeGreaterThan(operations.length);
  requests = some(all);
});
afterAll(() => sandbox?.close());

function callAs(token: string): Call {
  return async ({ method, path, body }) => {
    const response = await fetch(sandbox.url + path, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: await response.json() };
  };
}

/** Returns the request with the sandbox's address, and with the ids of the path and body. */
function atSandbox(request: SampleRequest, path: string, body: unknown): SampleRequest {
  const pattern = new RegExp(`^${request.path.replace(/\{(\w+)\}/g, '(?<$1>[^/?]+)')}`);
  const ids = pattern.exec(path)?.groups ?? {};
  const parameters = request.parameters
    .filter(({ name }) => name !== 'reference_key')
    .map((parameter) => (parameter.in === 'path' ? { ...parameter, example: Number(ids[parameter.name]) } : parameter));
  return { ...request, base: sandbox.url, url: sandbox.url + path, parameters, body };
}

/** Returns all programs of a language. */
async function programsOf(lang: string): Promise<Program[]> {
  const write = sampleLanguages.find((language) => language.lang === lang)?.write;
  if (!write) throw new Error(`no samples in ${lang}`);
  const programs: Program[] = [];
  for (const { name, adapt } of requests) {
    const token = `${lang}-${name}`;
    programs.push({ name, token, code: write(await adapt(token)) });
  }
  return programs;
}

const runners: Record<string, (programs: Program[]) => Promise<Failures>> = {
  async TypeScript(programs) {
    const failures: Failures = [];
    for (const { name, token, code } of programs) {
      // The import becomes a parameter, because one module per program would take seconds.
      const body = transpiled(code).replace(
        /import \{([^}]+)\} from 'payment-gateway-contract';/,
        'const {$1} = contract;',
      );
      const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor;
      const env = { env: { PAYMENT_GATEWAY_TOKEN: token } };
      await new AsyncFunction('contract', 'process', 'console', body)(contractPackage, env, { log: () => {} }).catch(
        (error: unknown) => failures.push(`${name}: ${error}`),
      );
    }
    return failures;
  },

  async curl(programs) {
    const failures: Failures = [];
    const left = [...programs];
    const work = async () => {
      for (let program = left.shift(); program; program = left.shift()) {
        const { name, token, code } = program;
        const env = { ...process.env, PAYMENT_GATEWAY_TOKEN: token };
        await run('bash', ['-c', code.replace('curl ', 'curl -sS ')], { env }).catch((error) =>
          failures.push(`${name}: ${error.stdout}${error.stderr}`),
        );
      }
    };
    await Promise.all([work(), work()]);
    return failures;
  },

  // One interpreter runs all programs and reports failures by name.
  async PHP(programs) {
    const driver = `<?php
set_error_handler(function ($level, $message) { throw new ErrorException($message); });
foreach (json_decode(file_get_contents($argv[1]), true) as $program) {
    putenv('PAYMENT_GATEWAY_TOKEN=' . $program['token']);
    ob_start();
    try { (function ($code) { eval($code); })(substr($program['code'], strlen('<?php'))); $failure = null; }
    catch (Throwable $thrown) { $failure = $thrown->getMessage(); }
    $printed = ob_get_clean();
    if ($failure === null && $printed === '') $failure = 'printed nothing';
    if ($failure !== null) echo json_encode($program['name'] . ': ' . $failure), "\\n";
}`;
    return interpreted('php', 'driver.php', driver, programs);
  },

  async Python(programs) {
    const driver = `import contextlib, io, json, os, sys
for program in json.load(open(sys.argv[1])):
    os.environ["PAYMENT_GATEWAY_TOKEN"] = program["token"]
    printed = io.StringIO()
    try:
        with contextlib.redirect_stdout(printed):
            exec(compile(program["code"], program["name"], "exec"), {"__name__": "__main__"})
        failure = None if printed.getvalue() else "printed nothing"
    except Exception as error:
        failure = f"{error} {error.read().decode() if hasattr(error, 'read') else ''}"
    if failure:
        print(json.dumps(f"{program['name']}: {failure}"))
`;
    return interpreted('python3', 'driver.py', driver, programs);
  },
};

async function interpreted(command: string, file: string, driver: string, programs: Program[]): Promise<Failures> {
  const [script, list] = [join(folder, file), join(folder, `${file}.json`)];
  await Promise.all([writeFile(script, driver), writeFile(list, JSON.stringify(programs))]);
  const { stdout } = await run(command, [script, list], { maxBuffer: 10_000_000 });
  return stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

const needed: Readonly<Record<string, ProgramName>> = { PHP: 'php', Python: 'python', curl: 'curl' };

for (const { lang } of sampleLanguages) {
  const tags = needed[lang];
  test(`the ${lang} of every example runs`, { ...(tags && { tags }) }, async () => {
    const programs = await programsOf(lang);
    expect(programs.length).toBeGreaterThan(10);
    expect(await runners[lang]?.(programs)).toEqual([]);
    // Checks the runner: it must refuse the same program without its token.
    const [first] = programs;
    if (!first) throw new Error('no programs');
    const wrong = { ...first, name: 'wrong', code: first.code.replaceAll('/v1/', '/v0/') };
    expect(await runners[lang]?.([wrong])).toHaveLength(1);
  });
}
