import { defineCommand, naming, UsageError } from 'payment-gateway-core/cli';
import { printable } from 'payment-gateway-core/codes';
import { INPUT_FILE, readText } from 'payment-gateway-core/files';
import { choice, fitted, flag, must, parseJson, text, whole } from 'payment-gateway-core/util';
import { type OperationId, operations } from 'payment-gateway-core/values';
import { recordedResponse } from '../faults/index.js';
import { type ControlSchemas, callSandbox, printJson, printLines, REMOTE_OPTIONS } from './remote.js';

export const fault = defineCommand({
  details: `The operation is an operation id, or any. The fault is a status from 200 to 599, reset, stall or truncate. Without both, it lists
the planned faults. With --header and --body, a status is a response of your own. --from takes one from a recording, without a fault.`,
  argument: {
    type: 'string',
    value: '[<operation> <fault>]',
    isList: true,
    choices: ['any', ...Object.keys(operations)],
    help: 'an operation id or any, and what happens',
    read(given: readonly string[]): readonly string[] {
      must(given.length <= 2, 'an operation and a fault, such as createTransaction reset');
      return given;
    },
  },
  options: {
    after: { ...choice(['commit']), help: 'carries the request out, and loses only the response' },
    times: { ...whole(1, 1_000_000), default: 1, help: 'how many requests get the fault' },
    skip: { ...whole(0, 1_000_000), default: 0, help: 'how many matching requests pass first' },
    header: {
      type: 'string',
      value: '<name: value>',
      isList: true,
      help: 'a header of the response; repeat it for more',
      read(given: readonly string[]): Record<string, string> {
        return Object.fromEntries(given.map(headerOf));
      },
    },
    body: { ...text(), value: '<text or @file>', help: 'the body of the response: JSON, HTML or text', read: readBody },
    from: { ...INPUT_FILE, help: 'takes the response from a HAR file, or from one of recordExchanges' },
    entry: { ...whole(1, 1_000_000), help: 'the number of the exchange in that file, if several fit' },
    clear: { ...flag, help: 'removes the planned faults first' },
    ...REMOTE_OPTIONS,
  },
  examples: [
    'fault createTransaction reset --after commit',
    'fault any 503 --times 2',
    "fault any 502 --header 'content-type: text/html' --body '<h1>Bad gateway</h1>'",
    'fault createTransaction --from incident.har --entry 12',
    'fault --clear',
  ],
  async run({ values, argument: [operation, kind] }) {
    const { clear, after, times, skip, header, body, from, entry, json, ...place } = values;
    const own = await ownResponse(operation, kind, { header, body, from, entry });
    if (clear) await callSandbox(place, 'DELETE', '/_sandbox/faults', {});
    const operation_id = operation === 'any' ? '*' : operation;
    const planned = {
      operation_id,
      times,
      skip,
      ...(after && { after }),
      ...own,
    };
    const { faults } = await (own.fault === undefined
      ? callSandbox<ControlSchemas['Faults']>(place, 'GET', '/_sandbox/faults')
      : callSandbox<ControlSchemas['Faults']>(place, 'POST', '/_sandbox/faults', planned));
    if (json) printJson(faults);
    else printLines(fitted(faults.map(lineOf).join('\n')) || 'No faults are planned');
    return 0;
  },
});

interface OwnResponse {
  readonly header: Readonly<Record<string, string>> | undefined;
  readonly body: unknown;
  readonly from: string | undefined;
  readonly entry: number | undefined;
}

async function ownResponse(
  operation: string | undefined,
  kind: string | undefined,
  { header, body, from, entry }: OwnResponse,
) {
  if (from === undefined) {
    if (entry !== undefined) throw new UsageError('--entry: needs --from, the file of the recording');
    if (operation !== undefined && kind === undefined)
      throw new UsageError('<operation> <fault>: must be an operation and a fault, such as createTransaction reset');
    return { fault: kind, ...(header && { headers: header }), ...(body !== undefined && { body }) };
  }
  if (operation === undefined) throw new UsageError('--from: needs an operation, or any');
  if (kind !== undefined || header !== undefined || body !== undefined)
    throw new UsageError('--from: the recording has the status, the headers and the body; leave out yours');
  const which = operation === 'any' ? '*' : (operation as OperationId);
  return naming('--from', () => recordedResponse(from, which, entry));
}

function headerOf(line: string): [name: string, value: string] {
  const [, name, value] = /^([^:\s]+):\s*(.*)$/.exec(line) ?? [];
  must(name !== undefined && value !== undefined, 'shaped name: value, such as content-type: text/html');
  return [String(name).toLowerCase(), String(value)];
}

/** Reads a text, or a file after @. JSON becomes its value. */
function readBody(given: string): unknown {
  const body = given.startsWith('@') ? readText('body', given.slice(1)) : given;
  return parseJson(body) ?? body;
}

/** Returns `createTransaction: reset after commit, 2 times, after 3 requests`. */
function lineOf({
  operation_id: operationId,
  fault,
  after,
  times = 1,
  skip = 0,
  latency,
  events,
}: ControlSchemas['Fault']): string {
  const what = [
    `${fault ?? 'a delay'}${after ? ' after commit' : ''}`,
    latency !== undefined && `${latency} ms late`,
    events && 'events first',
    times > 1 ? `${times} times` : 'once',
    skip > 0 && `after ${skip} requests`,
  ];
  return printable(`${operationId === '*' ? 'any' : operationId}: ${what.filter(Boolean).join(', ')}`);
}
