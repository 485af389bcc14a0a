import { defineCommand, styled } from 'payment-gateway-contract/internal/cli';
import { printable, printableSource, reais } from 'payment-gateway-contract/internal/codes';
import { choice, isObject, type JsonObject, text, textOf, whole } from 'payment-gateway-contract/internal/util';
import { KINDS } from '../objects.js';
import { callSandbox, ID, print, printJson, REMOTE_OPTIONS, type Schemas, show } from './remote.js';

export const list = defineCommand({
  details: 'A table of the objects of one kind, newest first.',
  argument: { ...choice(KINDS), value: '[kind]', default: 'transactions', help: `one of ${KINDS.join(', ')}` },
  options: {
    status: { ...text(), value: '<status>', help: 'only objects with this status' },
    search: { ...text(), help: 'only objects that contain this text' },
    perPage: { ...whole(1, 100), default: 20, help: 'how many objects' },
    page: { ...whole(1, Number.MAX_SAFE_INTEGER), default: 1, help: 'an earlier page, from 2' },
    ...REMOTE_OPTIONS,
  },
  notes: `Kinds: ${KINDS.join(', ')}. --json prints one line for each object.`,
  examples: ['list', 'list transactions --status paid', 'list customers --json'],
  async run({ values, argument: kind = 'transactions' }) {
    const { status, search, perPage, page, json } = values;
    const filters = { ...(status && { status }), ...(search && { search }) };
    const query = new URLSearchParams({ kind, per_page: `${perPage}`, page: `${page}`, ...filters });
    const { data, total } = await callSandbox<Schemas['Objects']>(values, 'GET', `/_sandbox/objects?${query}`);
    if (json) for (const object of data) printJson(object);
    else print(data.length === 0 ? `No ${kind}${total > 0 ? ' on this page' : ''}` : tableOf(data, total));
    return 0;
  },
});

export const get = defineCommand({
  details: 'Prints its fields, what happened to it, what is due, and the acts that its status allows.',
  argument: { ...ID, help: 'the id of the object' },
  options: REMOTE_OPTIONS,
  examples: ['get 1001', 'get 1001 --json'],
  async run({ values, argument: id }) {
    const details = await callSandbox<Schemas['Details']>(values, 'GET', `/_sandbox/objects/${id}/details`);
    const { items } = await callSandbox<Schemas['Timeline']>(values, 'GET', `/_sandbox/objects/${id}/timeline`);
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

/** Columns of a table, if an object has the field. */
const COLUMNS: Readonly<Record<string, (object: JsonObject) => unknown>> = {
  id: ({ id }) => id,
  status: ({ status }) => status,
  name: ({ name }) => name,
  method: ({ payment_method }) => payment_method,
  amount: ({ amount }) => typeof amount === 'number' && reais(amount),
  paid: ({ paid_amount }) => typeof paid_amount === 'number' && reais(paid_amount),
  customer: ({ customer }) => isObject(customer) && customer.name,
  email: ({ email }) => email,
  interval: ({ interval }) => interval,
  brand: ({ brand }) => brand,
  last_digits: ({ last_digits }) => last_digits,
  url: ({ url }) => url,
  created: ({ created_at }) => typeof created_at === 'string' && created_at.slice(0, 19),
};

/** Characters of a cell. */
const LONGEST_CELL = 40;

function tableOf(objects: readonly JsonObject[], total: number): string {
  const columns = Object.entries(COLUMNS).flatMap(([name, read]) => {
    const cells = objects.map((object) => printable(textOf(read(object) || '')).slice(0, LONGEST_CELL));
    if (cells.every((cell) => cell === '')) return [];
    const width = Math.max(name.length, ...cells.map((cell) => cell.length));
    const isNumber = name === 'id' || cells.every((cell) => cell === '' || cell.startsWith('R$'));
    return [[name, ...cells].map((cell) => (isNumber ? cell.padStart(width) : cell.padEnd(width)))];
  });
  const [head = '', ...rows] = ['', ...objects].map((_, row) =>
    columns
      .map((cells) => cells[row])
      .join('  ')
      .trimEnd(),
  );
  const rest = total > objects.length ? [`${objects.length} of ${total}`] : [];
  return [styled('bold', head), ...rows, ...rest].join('\n');
}
