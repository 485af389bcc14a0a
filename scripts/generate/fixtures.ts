import { snakeCase } from '../../core/src/util/letter-case.ts';
import { ACT_OPTIONS, ACTS, type ActName, type ActOptionName, rowOf } from '../../sandbox/src/acts/index.ts';

import { withLines } from './stamp.ts';

/** A control of the sandbox in the fixtures of other languages, and the request that it sends. */
interface Control {
  /** The name of the method, in camel case. Default: the last part of the place. */
  readonly name?: string;
  /** One or more sentences. */
  readonly help: string;
  /** The method and the path below `/_sandbox/`. Names in braces are parameters. */
  readonly request: `${'GET' | 'POST' | 'PUT' | 'DELETE'} ${string}`;
  /** The required parameters, with their types in PHP. */
  readonly params?: Readonly<Record<string, string>>;
  /** The fields of the request with their values: a parameter, or JSON. A string is the one parameter that is the whole request. */
  readonly body?: Readonly<Record<string, string>> | string;
  /** The name of further fields, as keyword arguments and as an array. */
  readonly options?: string;
  /** Sends the options as a query. */
  readonly isQuery?: true;
  /** Returns only this field of the response, which has this type in PHP. */
  readonly field?: readonly [name: string, type: string];
  /** The operation returns nothing. */
  readonly isVoid?: true;
  /** The body of the method in PHP, whose process is also the receiver: it must not wait for the sandbox while an event waits for it. */
  readonly php?: readonly string[];
}

/** Returns the required options of an act with their types in PHP. */
function requiredOf(act: ActName): Record<string, string> {
  const required = Object.entries(rowOf(act).options ?? {}).filter(([, how]) => how === 'required');
  const typeOf = (name: string) => (ACT_OPTIONS[name as ActOptionName].type === 'centavos' ? 'int' : 'string');
  return Object.fromEntries(required.map(([name]) => [name, typeOf(name)]));
}

/** The controls except the acts by their place in `SandboxControls`, in its order. A test compares the two. */
export const CONTROLS: Readonly<Record<string, Control>> = {
  retrieve: {
    help: 'Returns the object, whatever its kind.',
    request: 'GET objects/{id}',
    params: { id: 'int' },
  },
  'clock.now': { help: 'Returns the time.', request: 'GET clock', field: ['now', 'string'] },
  'clock.advance': {
    help: 'Advances the clock by `31d`, `1mo` or `P31D`, carries out what falls due, and returns the time.',
    request: 'POST clock/advance',
    params: { duration: 'string' },
    body: { by: 'duration' },
    field: ['now', 'string'],
  },
  'clock.advanceTo': {
    help: 'Advances the clock to a time such as `2045-12-21T12:00:00Z`, carries out what falls due, and returns the time.',
    request: 'POST clock/advance',
    params: { time: 'string' },
    body: { to: 'time' },
    field: ['now', 'string'],
  },
  'clock.freeze': {
    help: 'Stops the clock, and returns its time.',
    request: 'PUT clock',
    body: { frozen: 'true' },
    field: ['now', 'string'],
  },
  'clock.release': {
    help: 'Lets the clock run, and returns its time.',
    request: 'PUT clock',
    body: { frozen: 'false' },
    field: ['now', 'string'],
  },
  'events.list': {
    name: 'listEvents',
    help: 'Returns events with their deliveries, newest first. Filters: `id` of the object, `state`, `page`, `per_page`.',
    request: 'GET events',
    options: 'query',
    isQuery: true,
    field: ['data', 'array'],
  },
  'events.waitFor': {
    help: 'Returns the first event with the name. Filters: `id`, `status`, `delivered`; `timeout` in milliseconds.',
    request: 'POST events/wait',
    params: { name: 'string' },
    body: { name: 'name' },
    options: 'filter',
    php: [
      "if ($filter['delivered'] ?? false) {",
      '    $this->deliver();',
      '}',
      '',
      "return $this->control('POST', 'events/wait', ['name' => $name] + $filter);",
    ],
  },
  'events.settled': {
    help: 'Waits until nothing is left to deliver, at most `timeout` milliseconds.',
    request: 'POST events/settled',
    options: 'options',
    isVoid: true,
    php: ["$this->deliver(($options['timeout'] ?? 10_000) / 1000);"],
  },
  'events.redeliver': {
    help: 'Sends an event again. The id is the one of the event.',
    request: 'POST events/{id}/redeliver',
    params: { id: 'int' },
  },
  'events.disturb': {
    help: 'Delivers events `late`, in `duplicates`, `out_of_order`, on demand (`held`) or never (`lost`) from now on. Without options, it stops that.',
    request: 'PUT deliveries',
    options: 'disturbance',
    isVoid: true,
  },
  'events.release': {
    name: 'releaseEvents',
    help: 'Sends the events on hold in their order, and holds no more.',
    request: 'POST events/release',
    isVoid: true,
  },
  failNext: {
    help: 'Lets the next request fail: `reset`, `stall`, `truncate` or a status. With `after` as `commit`, only the response is lost. `skip` lets requests through first.',
    request: 'POST faults',
    params: { operation: 'string', fault: 'string|int' },
    body: { operation_id: 'operation', fault: 'fault' },
    options: 'options',
  },
  assume: {
    help: 'Switches assumptions about the gateway, such as `refund-rules` to `keeps-paid-amount`. `null` switches back.',
    request: 'PUT assumptions',
    params: { assumed: 'array' },
    body: 'assumed',
    isVoid: true,
  },
  assumptions: {
    help: 'Returns the assumptions that the account relies on.',
    request: 'GET assumptions',
    field: ['assumptions', 'array'],
  },
  clearFaults: { help: 'Removes the planned faults.', request: 'DELETE faults', isVoid: true },
  faults: { help: 'Returns the planned faults.', request: 'GET faults', field: ['faults', 'array'] },
  snapshot: { help: 'Returns the whole account, for `restore`.', request: 'GET snapshot' },
  restore: {
    help: 'Replaces everything in the account by a snapshot.',
    request: 'PUT snapshot',
    params: { snapshot: 'array' },
    body: 'snapshot',
    isVoid: true,
  },
  reset: {
    help: 'Empties the account. Its ids, clock, events and faults start again.',
    request: 'POST reset',
    isVoid: true,
  },
  populate: {
    help: 'Creates sample objects: exactly the number of `customers`, `transactions`, `links`, `subscriptions`. `seed` varies them.',
    request: 'POST populate',
    options: 'population',
  },
  load: {
    help: 'Creates the objects of a scenario, and returns them by section and name.',
    request: 'POST scenario',
    params: { scenario: 'array' },
    body: 'scenario',
  },
  export: {
    help: 'Returns the objects of the account as a scenario for `load`.',
    request: 'GET scenario',
  },
};

/** Each fixture, and the function that prints its methods. */
export const FIXTURES = new Map([
  ['sandbox/testing/pytest/payment_gateway_sandbox.py', pythonMethods],
  ['sandbox/testing/phpunit/PaymentGatewaySandbox.php', phpMethods],
]);

const MARKS = [
  'Generated by `npm run generate` from scripts/generate/fixtures.ts.',
  'End of the generated methods.',
] as const;

/** Returns a fixture with its methods replaced. */
export const generateFixture = (file: string, text: string): string =>
  withLines(file, text, MARKS, `\n${FIXTURES.get(file)?.()}`);

/** The name of the method for a control. */
export const methodName = (control: string): string => CONTROLS[control]?.name ?? control.split('.').at(-1) ?? '';

function pythonMethods(): string {
  const acts = ACTS.map((act) => {
    const { help } = rowOf(act);
    const params = requiredOf(act);
    const names = Object.keys(params);
    const signature = ['self', 'id', ...names, '**options'].join(', ');
    const given = ['id', ...names.map((name) => `${name}=${name}`), '**options'].join(', ');
    return python(snakeCase(act), signature, help, `return self.act("${act}", ${given})`);
  });
  const controls = Object.entries(CONTROLS).map(([control, { params = {}, request, ...rest }]) => {
    const { body, options, isQuery, field, isVoid, help } = rest;
    const [method = '', place = ''] = request.split(' ');
    const signature = ['self', ...Object.keys(params), ...(options === undefined ? [] : [`**${options}`])].join(', ');
    const path = place.includes('{') ? `f"${place}"` : `"${place}"`;
    const fields = Object.entries(typeof body === 'object' ? body : {}).map(
      ([name, value]) => `"${name}": ${{ true: 'True', false: 'False' }[value] ?? value}`,
    );
    const all = [...fields, ...(options === undefined ? [] : [`**${options}`])].join(', ');
    const sent = typeof body === 'string' ? body : all && `{${all}}`;
    const args = isQuery
      ? `"${method}", "${place}?" + urllib.parse.urlencode(${options})`
      : [`"${method}"`, path, sent].filter(Boolean).join(', ');
    const call = `self.control(${args})${field ? `["${field[0]}"]` : ''}`;
    return python(snakeCase(methodName(control)), signature, help, isVoid ? call : `return ${call}`);
  });
  return [...acts, ...controls].join('\n');
}

const python = (name: string, signature: string, help: string, body: string): string =>
  `    def ${name}(${signature}):\n        """${help.replaceAll('`', '``').replaceAll('``null``', '``None``')}"""\n        ${body}\n`;

function phpMethods(): string {
  const acts = ACTS.map((act) => {
    const { help } = rowOf(act);
    const params = requiredOf(act);
    const fields = Object.keys(params).map((name) => `'${name}' => $${name}`);
    const options = fields.length > 0 ? `[${fields.join(', ')}] + $options` : '$options';
    return php(act, { id: 'int', ...params }, 'options', help, 'array', [
      `return $this->act('${act}', $id, ${options});`,
    ]);
  });
  const controls = Object.entries(CONTROLS).map(([control, { params = {}, request, ...rest }]) => {
    const { body, options, isQuery, field, isVoid, help, php: lines } = rest;
    const [method = '', place = ''] = request.split(' ');
    const path = `'${place.replace(/\{(\w+)\}/g, "' . $$$1 . '")}'`.replace(/ \. ''$/, '');
    const fields = Object.entries(typeof body === 'object' ? body : {}).map(
      ([name, value]) => `'${name}' => ${/^(true|false)$/.test(value) ? value : `$${value}`}`,
    );
    const fixed = fields.length > 0 ? `[${fields.join(', ')}]` : '';
    const sent = typeof body === 'string' ? `$${body}` : [fixed, options && `$${options}`].filter(Boolean).join(' + ');
    const args = isQuery
      ? `'${method}', '${place}?' . http_build_query($${options})`
      : [`'${method}'`, path, sent].filter(Boolean).join(', ');
    const call = `$this->control(${args})${field ? `['${field[0]}']` : ''};`;
    const type = isVoid ? 'void' : (field?.[1] ?? 'array');
    return php(methodName(control), params, options, help, type, lines ?? [isVoid ? call : `return ${call}`]);
  });
  return [...acts, ...controls].join('\n');
}

function php(
  name: string,
  params: Readonly<Record<string, string>>,
  options: string | undefined,
  help: string,
  type: string,
  lines: readonly string[],
): string {
  const required = Object.entries(params).map(([param, paramType]) => `${paramType} $${param}`);
  const signature = [...required, ...(options === undefined ? [] : [`array $${options} = []`])].join(', ');
  const body = lines.map((line) => (line === '' ? '' : `        ${line}`)).join('\n');
  return `    /** ${help} */\n    public function ${name}(${signature}): ${type}\n    {\n${body}\n    }\n`;
}
