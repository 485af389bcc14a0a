/** Pastes each command of a published README, as its reader does. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { PROGRAM } from './managers.ts';

/** In milliseconds. A command that hangs is a failure. */
const LONGEST = 900_000;

/** What a command prints, if that says more than its exit code. One that goes on until it is stopped has printed it before. */
interface Expected {
  readonly begins: string;
  readonly prints?: RegExp;
  readonly goesOn?: true;
  /** What the README says to do before. */
  readonly first?: string;
  /** The exit codes, as the README explains them. Default: 0. */
  readonly codes?: readonly number[];
}

const EXPECTED: readonly Expected[] = [
  { begins: 'npm install ' },
  { begins: 'npm pkg set type=module' },
  { begins: 'npx payment-gateway-contract mock', prints: /http:\/\/127\.0\.0\.1:\d+/, goesOn: true },
  { begins: 'npx payment-gateway-contract docs search', prints: /recovery/ },
  { begins: 'npx payment-gateway-contract docs --out', prints: /public\n/ },
  { begins: 'npx @redocly/cli build-docs', prints: /redoc-static\.html/ },
  { begins: 'npx payment-gateway-sandbox --docs', prints: /API +http/, goesOn: true },
  { begins: 'npx payment-gateway-sandbox --as', prints: /API +http/, goesOn: true },
  // It finds that the shop can charge twice.
  { begins: 'npx payment-gateway-sandbox explore', prints: /order-1/, codes: [1] },
  {
    begins: 'npx payment-gateway-sandbox assumptions',
    prints: /Your tests rely on/,
    first: 'PAYMENT_GATEWAY_ASSUMPTIONS=uses.jsonl node tests.mjs',
  },
  { begins: 'npx payment-gateway-verify --har' },
  { begins: 'npx payment-gateway-verify --exchanges' },
  { begins: 'export PAYMENT_GATEWAY_TOKEN=' },
  { begins: 'npx payment-gateway-verify --url' },
  { begins: 'npx payment-gateway-verify proxy', prints: /http:\/\/127\.0\.0\.1:\d+/, goesOn: true },
  { begins: 'npx payment-gateway-verify books' },
];

/** A recording of one refused request. */
export const HAR = {
  log: {
    entries: [
      {
        request: { method: 'GET', url: 'https://gateway.example/v1/customers', headers: [] },
        response: {
          status: 401,
          headers: [{ name: 'content-type', value: 'application/json' }],
          content: { mimeType: 'application/json', text: '{"message":"Unauthenticated."}' },
        },
      },
    ],
  },
};
const EXCHANGE = {
  request: { method: 'GET', url: 'https://gateway.example/v1/customers', headers: {} },
  response: { status: 401, headers: { 'content-type': 'application/json' }, body: { message: 'Unauthenticated.' } },
};
/** A shop with mistakes, where `explore` finds faults. */
const CHECKOUT = `import { writeFileSync } from 'node:fs';
const { PAYMENT_GATEWAY_URL: url, PAYMENT_GATEWAY_TOKEN: token } = process.env;
const holder = { card_holder_name: 'ANA SOUZA', card_expiration_date: '1249' };
const card = { ...holder, card_number: '4111111111111111', card_cvv: '123' };
const body = JSON.stringify({ amount: 15990, payment_method: 'credit_card', card, reference_key: 'order-1' });
const headers = { authorization: 'Bearer ' + token, 'content-type': 'application/json' };
const response = await fetch(url + '/v1/transactions', { method: 'POST', headers, body });
const { status } = await response.json();
writeFileSync(token + '.json', JSON.stringify([{ order: 'order-1', paid: status === 'paid' ? 15990 : 0 }]));`;
const ORDERS = `import { existsSync, readFileSync } from 'node:fs';
const file = process.env.PAYMENT_GATEWAY_TOKEN + '.json';
console.log(existsSync(file) ? readFileSync(file, 'utf8') : '[]');`;

const FILES: Readonly<Record<string, string>> = {
  'session.har': JSON.stringify(HAR),
  'exchanges.jsonl': `${JSON.stringify(EXCHANGE)}\n`,
  'orders.php.mjs': ORDERS,
  'checkout.php.mjs': CHECKOUT,
  'tests.mjs': `${PROGRAM}  await sandbox.close();`,
};

/** Returns the commands of a README: the lines of its blocks, and the code in its sentences that begins with npm or npx. */
export function commandsOf(readme: string): string[] {
  const blocks = [...readme.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(({ index, 1: code = '' }) => ({ index, code }));
  const inline = [...readme.matchAll(/(?<!`)`(np[mx] [^`\n]+)`(?!`)/g)].map(({ index, 1: code = '' }) => ({
    index,
    code,
  }));
  return [...blocks, ...inline]
    .sort((one, other) => one.index - other.index)
    .flatMap(({ code }) =>
      code
        .replaceAll(/ \\\n\s*/g, ' ')
        .trim()
        .split('\n'),
    )
    .map((line) => line.replace(/ +#.*$/, ''));
}

/** Pastes the commands in an empty folder, and returns the problems. `gateway` stands for the gateway of the reader. */
export async function paste(readme: string, cwd: string, gateway: string, env: NodeJS.ProcessEnv): Promise<string[]> {
  mkdirSync(cwd);
  writeFileSync(join(cwd, 'package.json'), JSON.stringify({ private: true }));
  for (const [file, text] of Object.entries(FILES)) writeFileSync(join(cwd, file), text);
  const given = { ...env, PAYMENT_GATEWAY_TOKEN: 'test' };
  const problems: string[] = [];
  for (const command of commandsOf(readme)) {
    const expected = EXPECTED.find(({ begins }) => command.startsWith(begins));
    // Any program works here, and some machines have no PHP.
    const own = command.replaceAll('https://gateway.example', gateway).replaceAll(/php (\w+\.php)/g, 'node $1.mjs');
    const problem = expected ? await pasteOne(own, expected, cwd, given) : 'no row of EXPECTED begins like it';
    if (problem !== undefined) problems.push(`${command}\n${problem}`);
    if (command.includes('@stoplight/prism-cli')) linkRedocly(cwd);
  }
  return problems;
}

/** Runs one command. Returns its output if it differs from the expected one. */
async function pasteOne(command: string, expected: Expected, cwd: string, env: NodeJS.ProcessEnv) {
  const { prints = /^/, goesOn, first, codes = [0] } = expected;
  const line = first ? `${first} && ${command}` : command;
  const child = spawn('sh', ['-c', goesOn ? `${line} --port 0` : line], {
    cwd,
    env: { ...process.env, ...env, CI: 'true', NO_COLOR: '1' },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const ended = once(child, 'close');
  const found = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        if (goesOn && prints.test(output)) resolve();
      });
  });
  const timer = setTimeout(() => end(child.pid), LONGEST);
  await Promise.race([ended, found]);
  clearTimeout(timer);
  const isRunning = child.exitCode === null && child.signalCode === null;
  if (isRunning) end(child.pid);
  await ended;
  const isWell = goesOn ? isRunning : codes.includes(child.exitCode ?? -1);
  return isWell && prints.test(output) ? undefined : `exit code ${child.exitCode}\n${output}`;
}

/** Ends a command with all that it started. */
function end(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has just ended.
  }
}

/** Makes npx find the clone's Redocly, whose download would only cost time. */
function linkRedocly(cwd: string): void {
  mkdirSync(join(cwd, 'node_modules/@redocly'), { recursive: true });
  mkdirSync(join(cwd, 'node_modules/.bin'), { recursive: true });
  symlinkSync(resolve('node_modules/@redocly/cli'), join(cwd, 'node_modules/@redocly/cli'));
  for (const name of ['redocly', 'openapi'])
    symlinkSync('../@redocly/cli/bin/cli.js', join(cwd, `node_modules/.bin/${name}`));
}
