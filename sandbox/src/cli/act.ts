import { setTimeout as sleep } from 'node:timers/promises';
import { type Command, defineCommand } from 'payment-gateway-core/cli';
import { printable, reais } from 'payment-gateway-core/codes';
import { choice, fitted, flag, must, type Option, type OptionTable, whole } from 'payment-gateway-core/util';
import {
  ACT_OPTIONS,
  type ActName,
  type ActOption,
  type ActOptionName,
  commandOf,
  kindsOf,
  optionHelp,
  optionsOf,
  rowOf,
} from '../acts/index.js';
import { type ControlSchemas, callSandbox, ID, printJson, printLines, REMOTE_OPTIONS } from './remote.js';

type Connection = Parameters<typeof callSandbox>[0];

/** `set-status 1001 frozen`. */
const ID_AND_STATUS = {
  type: 'string',
  value: '<id> <status>',
  isRequired: true,
  isList: true,
  help: `the id of a transaction, and ${optionHelp('status', 'setStatus')}`,
  read([id = '', status = '', ...others]: readonly string[]) {
    must(status !== '' && others.length === 0, 'an id and a status, such as 1001 frozen');
    return { id: ID.read(id), status };
  },
} as const;

function idFor(act: ActName) {
  const kinds = kindsOf(act).map((kind) => kind.slice(0, -1));
  const help = `the id of a ${kinds.join(', ').replace(/, ([^,]*)$/, ' or $1')}`;
  return { ...ID, help, read: (given: string) => ({ id: ID.read(given) }) } as const;
}

function optionOf(name: ActOptionName, act: ActName, isRequired: boolean): Option {
  const option: ActOption = ACT_OPTIONS[name];
  const type = option.type === 'choice' ? choice(option.values) : whole(1, Number.MAX_SAFE_INTEGER, 'centavos');
  const named = name.includes('_') ? { flag: name.replaceAll('_', '-') } : {};
  const value = option.type === 'centavos' ? { value: '<centavos>' } : {};
  return { ...type, ...value, ...named, ...(isRequired && { isRequired }), help: optionHelp(name, act) };
}

export function actCommand(act: ActName): Command {
  const name = commandOf(act);
  const { options = {} } = rowOf(act);
  // A text is an argument after the id.
  const takesStatus = options.status !== undefined;
  const own: OptionTable = {
    ...Object.fromEntries(
      optionsOf(act)
        .filter((name) => name !== 'status')
        .map((name) => [name, optionOf(name, act, options[name] === 'required')]),
    ),
    delivered: { ...flag, help: 'waits until every receiver confirmed the events' },
  };
  return defineCommand({
    argument: takesStatus ? ID_AND_STATUS : idFor(act),
    options: { ...own, ...REMOTE_OPTIONS },
    examples: [
      `${name} 1001${takesStatus ? ' frozen' : options.outcome ? ` --outcome ${ACT_OPTIONS.outcome.values[0]}` : ''}`,
    ],
    async run({ values: { url, token, json, ...options }, argument: { id, ...more } }) {
      const server = { url, token };
      const carryOut = () =>
        callSandbox<ControlSchemas['Object']>(server, 'POST', `/_sandbox/objects/${id}/${act}`, {
          ...options,
          ...more,
        });
      if (json) printJson(await carryOut());
      else printLines(fitted(await effectOf(server, id, carryOut)));
      return 0;
    },
  });
}

/** Carries out an act, and returns `1001 paid; refunded R$ 0.05; R$ 29.85 remains; event 389 delivered`. */
async function effectOf(
  server: Connection,
  id: number,
  carryOut: () => Promise<ControlSchemas['Object']>,
): Promise<string> {
  const before = await callSandbox<ControlSchemas['Object']>(server, 'GET', `/_sandbox/objects/${id}`);
  const { data } = await callSandbox<ControlSchemas['Events']>(server, 'GET', '/_sandbox/events?per_page=1');
  const last = data[0]?.id ?? 0;
  const after = await carryOut();
  const changes = after.id === id ? changesOf(before, after) : [`result of the act on ${id}`];
  const parts = [[after.id, after.status].filter(Boolean).join(' '), ...changes];
  const isAlike = parts.length === 1 && before.status === after.status;
  const events = await eventsAfter(server, after.id, last);
  const shown = [
    ...parts,
    ...(isAlike && events.length === 0 ? ['nothing in it changed'] : []),
    ...events.map(eventPart),
  ];
  return printable(shown.join('; '));
}

function changesOf(before: ControlSchemas['Object'], after: ControlSchemas['Object']): string[] {
  const [had, has] = [before, after].map(({ paid_amount }) => (typeof paid_amount === 'number' ? paid_amount : 0));
  const [paid = 0, left = 0] = [had, has];
  const verb = before.status === 'authorized' ? 'captured' : 'received';
  return [
    ...(before.status === after.status ? [] : [`was ${before.status}`]),
    ...(left > paid ? [`${verb} ${reais(left - paid)}`] : []),
    ...(left < paid ? [`refunded ${reais(paid - left)}`, `${left > 0 ? reais(left) : 'nothing'} remains`] : []),
  ];
}

/** Milliseconds to wait for a first delivery. */
const PATIENCE = 2_000;

/** Returns the events of an object after an event, oldest first. Waits until their first deliveries have ended. */
async function eventsAfter(server: Connection, id: number, last: number): Promise<ControlSchemas['Event'][]> {
  const end = performance.now() + PATIENCE;
  for (;;) {
    const { data } = await callSandbox<ControlSchemas['Events']>(
      server,
      'GET',
      `/_sandbox/events?id=${id}&per_page=20`,
    );
    const events = data.filter((event) => event.id > last).reverse();
    const isOpen = events.some((event) =>
      event.deliveries.some(({ state, attempts }) => state === 'pending' && attempts.length === 0),
    );
    if (!isOpen || performance.now() > end) return events;
    await sleep(50);
  }
}

function eventPart({ id, deliveries }: ControlSchemas['Event']): string {
  if (deliveries.length === 0) return `event ${id} has no receiver`;
  const failed = deliveries.find(({ state }) => state !== 'delivered');
  if (failed === undefined) return `event ${id} delivered`;
  const { status, error } = failed.attempts.at(-1) ?? {};
  const why = status ?? error;
  return `event ${id} ${failed.state}${why === undefined ? '' : ` (${why})`}`;
}
