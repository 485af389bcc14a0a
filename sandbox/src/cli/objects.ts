import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { defineCommand, naming, withProgress } from 'payment-gateway-core/cli';
import { printable, printableSource, reais } from 'payment-gateway-core/codes';
import { NEW_FILE, replaceFile } from 'payment-gateway-core/files';
import {
  choice,
  fitted,
  isObject,
  type JsonObject,
  styled,
  type TextColumn,
  table,
  text,
  textOf,
  whole,
} from 'payment-gateway-core/util';
import { DURATION_FORM, parseDuration } from '../clock/index.js';
import { packageFile } from '../package-files.js';
import { KIND_NAMES } from '../rules/index.js';
import { printScenario, type Scenario } from '../scenario/index.js';
import {
  type ControlSchemas,
  callSandbox,
  ID,
  origin,
  PROGRAM,
  printJson,
  printLines,
  REMOTE_OPTIONS,
  show,
} from './remote.js';

export const list = defineCommand({
  details: 'A table of the objects of one kind, newest first.',
  argument: {
    ...choice(KIND_NAMES),
    value: '<kind>',
    default: 'transactions',
    help: `one of ${KIND_NAMES.join(', ')}`,
  },
  options: {
    status: { ...text(), value: '<status>', help: 'only objects with this status' },
    search: { ...text(), help: 'only objects that contain this text' },
    perPage: { ...whole(1, 100), default: 20, help: 'how many objects' },
    page: { ...whole(1, Number.MAX_SAFE_INTEGER), default: 1, help: 'an earlier page, from 2' },
    ...REMOTE_OPTIONS,
  },
  notes: '--json prints one line for each object.',
  examples: ['list', 'list transactions --status paid', 'list customers --json'],
  async run({ values, argument: kind = 'transactions' }) {
    const { status, search, perPage, page, json } = values;
    const filters = { ...(status && { status }), ...(search && { search }) };
    const query = new URLSearchParams({ kind, per_page: `${perPage}`, page: `${page}`, ...filters });
    const { data, total } = await callSandbox<ControlSchemas['Objects']>(values, 'GET', `/_sandbox/objects?${query}`);
    if (json) for (const object of data) printJson(object);
    else if (data.length === 0) printLines(`No ${kind}${total > 0 ? ' on this page' : ''}`);
    else printLines(tableOf(data, total), (line, index) => (index === 0 ? styled('bold', line) : line));
    return 0;
  },
});

export const get = defineCommand({
  details: 'Prints its fields, what happened to it, what is due, and the acts that its status allows.',
  argument: { ...ID, help: 'the id of any object' },
  options: REMOTE_OPTIONS,
  examples: ['get 1001', 'get 1001 --json'],
  async run({ values, argument: id }) {
    const details = await callSandbox<ControlSchemas['Details']>(values, 'GET', `/_sandbox/objects/${id}/details`);
    const { items } = await callSandbox<ControlSchemas['Timeline']>(values, 'GET', `/_sandbox/objects/${id}/timeline`);
    const { stringify } = await import('yaml');
    show({ ...details, timeline: items }, values, ({ kind, object, timeline, next, page }) => {
      const lines = timeline.map(({ type, time, at, method, path, name, what, url, status, error, amount }) => {
        const parts = [time ?? (at && `${at} real`), type, method, path, name, what, url, status, error];
        return [...parts, amount !== undefined && reais(amount)].filter(Boolean).join(' ');
      });
      const acts = next.map(({ act, into }) => `${act} -> ${into.join(' or ')}`);
      const shown = { kind, object, timeline: lines, next: acts, ...(page && { page }) };
      return printableSource(stringify(shown, { lineWidth: 0 }).trimEnd());
    });
    return 0;
  },
});

interface Field extends Pick<TextColumn, 'isNumber' | 'canShrink' | 'goesBelow' | 'isOptional'> {
  readonly read: (object: JsonObject) => unknown;
}

const money = (amount: unknown) => typeof amount === 'number' && reais(amount);
/** `2026-11-20 12:00:00`. The head of the column has the zone. */
const time = (at: unknown) => typeof at === 'string' && at.slice(0, 19).replace('T', ' ');

/** Columns of a table, if an object has the field. */
const FIELDS: Readonly<Record<string, Field>> = {
  id: { read: ({ id }) => id, isNumber: true },
  status: { read: ({ status }) => status },
  name: { read: ({ name }) => name, canShrink: true },
  method: { read: ({ payment_method }) => payment_method },
  amount: { read: ({ amount }) => money(amount), isNumber: true },
  paid: { read: ({ paid_amount }) => money(paid_amount), isNumber: true },
  customer: { read: ({ customer }) => isObject(customer) && customer.name, canShrink: true },
  email: { read: ({ email }) => email, canShrink: true },
  interval: { read: ({ interval }) => interval },
  brand: { read: ({ brand }) => brand },
  last_digits: { read: ({ last_digits }) => last_digits },
  url: { read: ({ url }) => url, goesBelow: true },
  'next charge (UTC)': { read: ({ next_charge_at }) => time(next_charge_at) },
  'created (UTC)': { read: ({ created_at }) => time(created_at), isOptional: true },
};

function tableOf(objects: readonly JsonObject[], total: number): string {
  const columns = Object.entries(FIELDS).flatMap(([name, { read, ...field }]) => {
    const cells = objects.map((object) => printable(textOf(read(object) || '')));
    return cells.every((cell) => cell === '') ? [] : [{ name, cells, ...field }];
  });
  const rest = total > objects.length ? [`${objects.length} of ${total}`] : [];
  return [...table(columns), ...rest].join('\n');
}

const COUNT = whole(0, 100_000);

/** What `populate` creates if no option names a number. */
export const USUAL_POPULATION = { customers: 10, transactions: 50 };

export const populateCommand = defineCommand({
  details: `Creates exactly as many objects as you ask for, with varied names, amounts and times. Transactions and subscriptions belong to
the created customers. Without a number it creates ${USUAL_POPULATION.customers} customers and ${USUAL_POPULATION.transactions} transactions.`,
  options: {
    customers: { ...COUNT, help: 'how many customers; one for every three transactions if omitted' },
    transactions: { ...COUNT, help: 'how many transactions' },
    links: { ...COUNT, help: 'how many payment links' },
    subscriptions: { ...COUNT, help: 'how many subscriptions' },
    seed: { ...text(), help: 'determines names, amounts and times' },
    ...REMOTE_OPTIONS,
  },
  examples: ['populate', 'populate --customers 20 --transactions 100'],
  async run({ values, given: { seed, url: _, token: _token, json: _json, ...counts } }) {
    const body = { ...(Object.keys(counts).length > 0 ? counts : USUAL_POPULATION), ...(seed && { seed }) };
    const created = await withProgress('Creating objects', () =>
      callSandbox<ControlSchemas['Populated']>(values, 'POST', '/_sandbox/populate', body),
    );
    show(created, values, (counts) => `Created ${listed(Object.entries(counts))}`);
    return 0;
  },
});

export const resetCommand = defineCommand({
  details: 'Removes all objects and events. Ids and clock start again.',
  options: REMOTE_OPTIONS,
  examples: ['reset'],
  async run({ values }) {
    const before = await callSandbox<ControlSchemas['Overview']>(values, 'GET', '/_sandbox/overview');
    await callSandbox(values, 'POST', '/_sandbox/reset', {});
    const removed = { ...before.counts, events: before.events, faults: before.faults };
    const line = () => printable(`Emptied the account ${before.account}: removed ${listed(Object.entries(removed))}`);
    show({ account: before.account, removed }, values, line);
    return 0;
  },
});

/** Returns `2 customers, 7 transactions`, without zeros. */
function listed(counts: readonly (readonly [string, number])[]): string {
  const some = counts.filter(([, count]) => count > 0).map(([name, count]) => `${count} ${name.replace('_', ' ')}`);
  return some.join(', ') || 'nothing';
}

export const init = defineCommand({
  argument: { ...NEW_FILE, default: 'shop.yaml', help: 'the file to write' },
  options: {},
  examples: ['init', 'init tests/shop.yaml'],
  async run({ argument: file }) {
    const scenario = readFileSync(packageFile('testing/shop.yaml'), 'utf8');
    await naming('<file>', () => replaceFile(file, scenario));
    printLines(printable(`Wrote ${file}. Start a sandbox with it: ${PROGRAM} --scenario ${file}`));
    return 0;
  },
});

export const exportCommand = defineCommand({
  details: 'The output is a scenario file for --scenario: it has no events, and no charges of subscriptions.',
  options: REMOTE_OPTIONS,
  examples: ['export > shop.yaml'],
  async run({ values }) {
    const scenario = await withProgress('Reading the objects', () =>
      callSandbox<Scenario>(values, 'GET', '/_sandbox/scenario'),
    );
    if (values.json) printJson(scenario);
    else printLines((await printScenario(scenario)).trimEnd());
    return 0;
  },
});

export const advance = defineCommand({
  details: 'Everything that falls due on the way happens at its own time.',
  argument: {
    type: 'string',
    value: '<duration>',
    isRequired: true,
    help: DURATION_FORM,
    read(given: string): string {
      parseDuration(given);
      return given;
    },
  },
  options: REMOTE_OPTIONS,
  examples: ['advance 31d', 'advance 12h --json'],
  async run({ values, argument: by }) {
    const clock = await withProgress('Advancing the clock', () =>
      callSandbox<ControlSchemas['Clock']>(values, 'POST', '/_sandbox/clock/advance', { by }),
    );
    show(clock, values, ({ now, changes = [] }) => fitted(printable(`${now}  ${summaryOfChanges(changes)}`)));
    return 0;
  },
});

/** Returns a summary such as `2 pix canceled, 1 subscription paid`, or that nothing changed. */
function summaryOfChanges(changes: readonly ControlSchemas['Change'][]): string {
  const lines = changes.map(({ event, status, payment_method, count }) => {
    const [object = '', verb = ''] = event.split('.');
    return `${count} ${payment_method ?? object} ${status ?? verb}`;
  });
  return lines.join(', ') || 'nothing changed';
}

/** The program of each system that opens an address in the browser. */
const OPENERS: Readonly<Partial<Record<NodeJS.Platform, string>>> = { darwin: 'open', win32: 'explorer' };

export const openCommand = defineCommand({
  details: 'Prints the address of the console, or of an object in it, and opens it if the system can open a browser.',
  argument: { ...ID, value: '[<id>]', isRequired: false, help: 'the id of the object to show' },
  options: REMOTE_OPTIONS,
  examples: ['open', 'open 1001'],
  async run({ values, argument: id }) {
    const { account, per_token } = await callSandbox<ControlSchemas['Overview']>(values, 'GET', '/_sandbox/overview');
    let place = '';
    if (id !== undefined) {
      const { kind } = await callSandbox<ControlSchemas['Details']>(values, 'GET', `/_sandbox/objects/${id}/details`);
      place = `#/${kind}/${id}`;
    }
    const chosen = per_token ? `${place || '#/'}?account=${encodeURIComponent(account)}` : place;
    const url = `${origin(values.url)}/_sandbox/${chosen}`;
    show({ url, opened: await openInBrowser(url) }, values, () => url);
    return 0;
  },
});

export async function openInBrowser(url: string): Promise<boolean> {
  const opener = spawn(OPENERS[process.platform] ?? 'xdg-open', [url], { stdio: 'ignore', detached: true });
  opener.unref();
  return once(opener, 'spawn').then(
    () => true,
    () => false,
  );
}
