import { defineCommand } from 'payment-gateway-core/cli';
import { printable } from 'payment-gateway-core/codes';
import { fitted, stringAt, styled, whole } from 'payment-gateway-core/util';
import { type ControlSchemas, callSandbox, ID, REMOTE_OPTIONS, type StyleLine, show } from './remote.js';

export const events = defineCommand({
  details: 'Oldest first, with the state of each delivery. --json prints one line for each event.',
  options: {
    id: { ...whole(1, Number.MAX_SAFE_INTEGER), value: '<id>', help: 'only the events about this object' },
    perPage: { ...whole(1, 1000), default: 20, help: 'how many events, the newest ones' },
    page: { ...whole(1, Number.MAX_SAFE_INTEGER), default: 1, help: 'an earlier page, from 2' },
    ...REMOTE_OPTIONS,
  },
  examples: ['events', 'events --id 1001 --json'],
  async run({ values }) {
    const { id, perPage: per_page, page, json } = values;
    const query = new URLSearchParams({ per_page: `${per_page}`, page: `${page}`, ...(id && { id: `${id}` }) });
    const { data } = await callSandbox<{ data: ControlSchemas['Event'][] }>(values, 'GET', `/_sandbox/events?${query}`);
    const found = data.reverse();
    for (const event of found) show(event, { json }, eventLines, colorState);
    return 0;
  },
});

export const redeliverCommand = defineCommand({
  details: 'It goes to every receiver that would get it now.',
  argument: { ...ID, help: 'the id of the event: the first number of each line that the command events prints' },
  options: REMOTE_OPTIONS,
  examples: ['redeliver 12'],
  async run({ values, argument: id }) {
    await callSandbox(values, 'POST', `/_sandbox/events/${id}/redeliver`);
    await callSandbox(values, 'POST', '/_sandbox/events/settled');
    show(
      await callSandbox<ControlSchemas['Event']>(values, 'GET', `/_sandbox/events/${id}`),
      values,
      eventLines,
      colorState,
    );
    return 0;
  },
});

const COLORS = { delivered: 'green', failed: 'red', pending: 'yellow', held: 'yellow' } as const;

const LONGEST_STATE = Math.max(...Object.keys(COLORS).map((state) => state.length));

const colorState: StyleLine = (line) =>
  line.replace(/(?<=^ {2})(delivered|failed|pending|held)(?= )/, (state) =>
    styled(COLORS[state as keyof typeof COLORS], state),
  );

/** Returns `7 2026-11-20T12:00:00.000Z transaction.status_changed 1001 paid`, and a line for each delivery. */
function eventLines({ id, time, name, object_id, payload, deliveries }: ControlSchemas['Event']): string {
  const states = deliveries.map(({ url, state, attempts, next_attempt: next }) => {
    const { status, error, duration } = attempts.at(-1) ?? {};
    const tries = attempts.length > 1 ? `, ${attempts.length} tries` : '';
    const result =
      attempts.length > 0 ? ` (${status ?? error}, ${duration} ms${tries}${next ? `, next ${next}` : ''})` : '';
    return fitted(`  ${state.padEnd(LONGEST_STATE)}  ${printable(`${url}${result}`)}`);
  });
  const status = stringAt(payload, 'status');
  const head = [id, time, name, object_id, status].filter((part) => part !== undefined).join(' ');
  return [fitted(printable(head)), ...states].join('\n');
}
