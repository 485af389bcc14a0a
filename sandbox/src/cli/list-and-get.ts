import { defineCommand } from 'payment-gateway-core/cli';
import { printable, printableSource, reais } from 'payment-gateway-core/codes';
import {
  choice,
  isObject,
  type JsonObject,
  styled,
  type TextColumn,
  table,
  text,
  textOf,
  whole,
} from 'payment-gateway-core/util';
import { KIND_NAMES } from '../rules/index.js';
import { type ControlSchemas, callSandbox, ID, printJson, printLines, REMOTE_OPTIONS, show } from './remote.js';

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
