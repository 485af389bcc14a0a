import { readdirSync, readFileSync } from 'node:fs';
import { afterEach, expect, test, vi } from 'vitest';
import { contractOf } from '../../../core/src/contract/contract.ts';
import { createSandboxFetch } from '../../../sandbox/src/index.js';
import { some } from '../../../test/property-runs.ts';
import { requestsOf } from '../../docs/samples/samples.ts';
import { sendOperations } from '../../docs/sending/form.ts';
import { type Call, Planner } from '../../docs/sending/plan.ts';
import { readContract } from './contract.ts';

const DAY = 86_400_000;
const TODAY = Date.now();
const LATER = [TODAY + 400 * DAY, Date.UTC(2035, 5, 15, 12)];

const contract = readContract();
const operations = sendOperations(contract);
const { examples = {} } = contract.components;
const GUIDES = 'scripts/docs/guide/en';
const TEXTS = [
  'README.md',
  'LEIAME.md',
  'sandbox/README.md',
  'verify/README.md',
  'sandbox/skills/integrate-payments/SKILL.md',
  'sandbox/skills/test-payments/SKILL.md',
  ...readdirSync(GUIDES).map((file) => `${GUIDES}/${file}`),
].map((file) => ({ file, text: readFileSync(file, 'utf8') }));

interface Sample {
  name: string;
  operationId: string;
  method: string;
  path: string;
  body: unknown;
}

/** Every request that the contract has an example of. The reference page of its operation prints it in each language. */
const ofContract = contractOf(contract).operations.flatMap((operation) =>
  [...requestsOf(contract, operation)].map(([example, { method, url, base, body }]): Sample => {
    const { operationId } = operation;
    return { name: `${operationId}.${example}`, operationId, method, path: url.slice(base.length), body };
  }),
);

/** Every request that a guide shows in curl, PHP and Python. */
const ofGuides = TEXTS.flatMap(({ file, text }) =>
  [...text.matchAll(/<!-- request: ([A-Z]+) (\S+)(?: (\{.*\}))? -->/g)].map(
    ([, method = '', path = '', json]): Sample => {
      const operation = operations.find((one) => one.method === method && one.path === path);
      const body = json === undefined ? undefined : JSON.parse(json);
      return { name: `${file}: ${path}`, operationId: operation?.operationId ?? '', method, path, body };
    },
  ),
);

/** A request for each date that the code of a text sends. */
const ofDates = TEXTS.flatMap(({ file, text }) =>
  [
    ...text.matchAll(
      /(card_expiration_date|expiration_date|expiration|max_payment_date)['"]?\s*(?::|=>)\s*['"](\d[^'"]*)['"]/g,
    ),
  ].map(
    ([, field = '', date = '']): Sample => ({
      name: `${file}: ${field} ${date}`,
      operationId: 'createTransaction',
      method: 'POST',
      path: '/v1/transactions',
      body: withDate(field, date),
    }),
  ),
);

function withDate(field: string, date: string): unknown {
  const example = (name: string) => structuredClone(examples[`createTransaction.${name}.request`]?.value) as object;
  if (field === 'expiration_date') return { ...example('pix'), [field]: date };
  const name = field === 'card_expiration_date' ? 'credit_card' : 'boleto';
  const replace = (key: string, value: unknown): unknown => (key === field ? date : value);
  return JSON.parse(JSON.stringify(example(name), replace));
}

afterEach(() => vi.useRealTimers());

test('every printed request gets the same response today, in 400 days and in 2035', { tags: 'long' }, async () => {
  expect(ofContract.length).toBeGreaterThan(operations.length);
  expect(ofGuides.length).toBeGreaterThan(2);
  expect(ofDates.length).toBeGreaterThan(5);
  const samples = [...ofContract, ...ofGuides, ...ofDates];
  const today = await responsesAt(TODAY, samples);
  expect(today.filter((response) => !/: 2\d\d/.test(response))).toEqual([]);
  for (const time of some(LATER)) expect(await responsesAt(time, samples)).toEqual(today);
});

test('"Send" takes the deadlines of an example from the clock of the account', async () => {
  await using sandbox = createSandboxFetch({ log: 'silent' });
  const call: Call = async ({ method, path, body }) => send(sandbox, method, path, body, 'token');
  const operation = operations.find(({ operationId }) => operationId === 'createTransaction');
  if (!operation) throw new Error('The contract has no createTransaction');
  const sendBoleto = async () => {
    const adapted = await new Planner(operations, call, { create: false }).adapt(operation, 'boleto');
    return { adapted, ...(await call(adapted)) };
  };
  const clockNow = async () =>
    ((await call({ method: 'GET', path: '/_sandbox/clock', body: undefined })).body as { now: string }).now;
  for (const by of ['25h', '9000d']) {
    await call({ method: 'POST', path: '/_sandbox/clock/advance', body: { by } });
    const day = new Date(Date.parse((await clockNow()).slice(0, 10)) + 7 * DAY).toISOString().slice(0, 10);
    const { adapted, status } = await sendBoleto();
    expect(status, by).toBe(200);
    expect(adapted.body).toMatchObject({ boleto: { expiration: day } });
    expect(adapted.changes).toContain(`expiration ${day}`);
  }
});

test('a date that passes is noticed', async () => {
  const [year, month, day] = new Date(TODAY + 100 * DAY).toISOString().split(/[-T]/);
  const body = withDate('expiration_date', `${year}-${month}-${day} 12:00:00`);
  const sample = { name: 'passing', operationId: '', method: 'POST', path: '/v1/transactions', body };
  const [today, later] = [await responsesAt(TODAY, [sample]), await responsesAt(TODAY + 400 * DAY, [sample])];
  expect(today).toEqual(['passing: 200 processing']);
  expect(later).toEqual(['passing: 400 ']);
});

/** Returns the status of each response of a sandbox that refuses warnings, and the state of the object in it. */
async function responsesAt(time: number, samples: readonly Sample[]): Promise<string[]> {
  vi.useFakeTimers({ now: time, toFake: ['Date'] });
  await using sandbox = createSandboxFetch({ log: 'silent', accounts: 'per-token', refuseWarnings: true });
  const lines: string[] = [];
  for (const [index, sample] of samples.entries()) {
    const { name, operationId, body } = sample;
    const call: Call = async ({ method, path, body }) => send(sandbox, method, path, body, `token-${index}`);
    const operation = operations.find((one) => one.operationId === operationId);
    const example = operation?.examples[name.slice(operationId.length + 1)];
    const adapted =
      operation && (example !== undefined || body === undefined)
        ? await new Planner(operations, call, { create: true }).adapt(operation, name.slice(operationId.length + 1))
        : sample;
    const answer = await call(adapted);
    lines.push(`${name}: ${answer.status} ${stateOf(answer.body)}`);
  }
  return lines;
}

async function send(
  to: (url: string, init: RequestInit) => Promise<Response>,
  method: string,
  path: string,
  body: unknown,
  token: string,
): Promise<{ status: number; body: unknown }> {
  const response = await to(`http://gateway.invalid${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: await response.json() };
}

function stateOf(body: unknown): string {
  return typeof body === 'object' && body !== null && 'status' in body ? String(body.status) : '';
}
