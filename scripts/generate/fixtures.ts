import { snakeCase } from '../../core/src/util/letter-case.ts';
import { ACT_OPTIONS, ACTS, type ActName, type ActOptionName, rowOf } from '../../sandbox/src/acts/index.ts';

/** A control of the sandbox in the fixtures of other languages: its place in `SandboxControls`, and the request that it sends. */
interface Control {
  /** The path in `SandboxControls`, such as `clock.advance`. */
  readonly control: string;
  /** The name of the method, in camel case. Default: the last part of `control`. */
  readonly name?: string;
  /** One or more sentences. */
  readonly help: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below `/_sandbox/`. Names in braces are parameters. */
  readonly path: string;
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

/** The controls except the acts, in the order of `SandboxControls`. A test compares the two. */
export const CONTROLS: readonly Control[] = [
  {
    control: 'retrieve',
    help: 'Returns the object, whatever its kind.',
    method: 'GET',
    path: 'objects/{id}',
    params: { id: 'int' },
  },
  { control: 'clock.now', help: 'Returns the time.', method: 'GET', path: 'clock', field: ['now', 'string'] },
  {
    control: 'clock.advance',
    help: 'Advances the clock by `31d`, `1mo` or `P31D`, carries out what falls due, and returns the time.',
    method: 'POST',
    path: 'clock/advance',
    params: { duration: 'string' },
    body: { by: 'duration' },
    field: ['now', 'string'],
  },
  {
    control: 'clock.advanceTo',
    help: 'Advances the clock to a time such as `2045-12-21T12:00:00Z`, carries out what falls due, and returns the time.',
    method: 'POST',
    path: 'clock/advance',
    params: { time: 'string' },
    body: { to: 'time' },
    field: ['now', 'string'],
  },
  {
    control: 'clock.freeze',
    help: 'Stops the clock, and returns its time.',
    method: 'PUT',
    path: 'clock',
    body: { frozen: 'true' },
    field: ['now', 'string'],
  },
  {
    control: 'clock.release',
    help: 'Lets the clock run, and returns its time.',
    method: 'PUT',
    path: 'clock',
    body: { frozen: 'false' },
    field: ['now', 'string'],
  },
  {
    control: 'events.list',
    name: 'listEvents',
    help: 'Returns events with their deliveries, newest first. Filters: `id` of the object, `state`, `page`, `per_page`.',
    method: 'GET',
    path: 'events',
    options: 'query',
    isQuery: true,
    field: ['data', 'array'],
  },
  {
    control: 'events.waitFor',
    help: 'Returns the first event with the name. Filters: `id`, `status`, `delivered`; `timeout` in milliseconds.',
    method: 'POST',
    path: 'events/wait',
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
  {
    control: 'events.settled',
    help: 'Waits until nothing is left to deliver, at most `timeout` milliseconds.',
    method: 'POST',
    path: 'events/settled',
    options: 'options',
    isVoid: true,
    php: ["$this->deliver(($options['timeout'] ?? 10_000) / 1000);"],
  },
  {
    control: 'events.redeliver',
    help: 'Sends an event again. The id is the one of the event.',
    method: 'POST',
    path: 'events/{id}/redeliver',
    params: { id: 'int' },
  },
  {
    control: 'events.disturb',
    help: 'Delivers events `late`, in `duplicates`, `out_of_order`, on demand (`held`) or never (`lost`) from now on. Without options, it stops that.',
    method: 'PUT',
    path: 'deliveries',
    options: 'disturbance',
    isVoid: true,
  },
  {
    control: 'events.release',
    name: 'releaseEvents',
    help: 'Sends the events on hold in their order, and holds no more.',
    method: 'POST',
    path: 'events/release',
    isVoid: true,
  },
  {
    control: 'failNext',
    help: 'Lets the next request fail: `reset`, `stall`, `truncate` or a status. With `after` as `commit`, only the response is lost. `skip` lets requests through first.',
    method: 'POST',
    path: 'faults',
    params: { operation: 'string', fault: 'string|int' },
    body: { operation_id: 'operation', fault: 'fault' },
    options: 'options',
  },
  {
    control: 'assume',
    help: 'Switches assumptions about the gateway, such as `refund-rules` to `keeps-paid-amount`. `null` switches back.',
    method: 'PUT',
    path: 'assumptions',
    params: { assumed: 'array' },
    body: 'assumed',
    isVoid: true,
  },
  {
    control: 'assumptions',
    help: 'Returns the assumptions that the account relies on.',
    method: 'GET',
    path: 'assumptions',
    field: ['assumptions', 'array'],
  },
  { control: 'clearFaults', help: 'Removes the planned faults.', method: 'DELETE', path: 'faults', isVoid: true },
  { control: 'faults', help: 'Returns the planned faults.', method: 'GET', path: 'faults', field: ['faults', 'array'] },
  { control: 'snapshot', help: 'Returns the whole account, for `restore`.', method: 'GET', path: 'snapshot' },
  {
    control: 'restore',
    help: 'Replaces everything in the account by a snapshot.',
    method: 'PUT',
    path: 'snapshot',
    params: { snapshot: 'array' },
    body: 'snapshot',
    isVoid: true,
  },
  {
    control: 'reset',
    help: 'Empties the account. Its ids, clock, events and faults start again.',
    method: 'POST',
    path: 'reset',
    isVoid: true,
  },
  {
    control: 'populate',
    help: 'Creates sample objects: exactly the number of `customers`, `transactions`, `links`, `subscriptions`. `seed` varies them.',
    method: 'POST',
    path: 'populate',
    options: 'population',
  },
  {
    control: 'load',
    help: 'Creates the objects of a scenario, and returns them by section and name.',
    method: 'POST',
    path: 'scenario',
    params: { scenario: 'array' },
    body: 'scenario',
  },
  {
    control: 'export',
    help: 'Returns the objects of the account as a scenario for `load`.',
    method: 'GET',
    path: 'scenario',
  },
];

/** Each fixture, and the function that prints its methods. */
export const FIXTURES = new Map([
  ['sandbox/testing/pytest/payment_gateway_sandbox.py', pythonMethods],
  ['sandbox/testing/phpunit/PaymentGatewaySandbox.php', phpMethods],
]);

const BEGIN = 'Generated by `npm run generate` from scripts/generate/fixtures.ts.';
const END = 'End of the generated methods.';

/** Returns a fixture with its methods replaced. */
export function generateFixture(file: string, text: string): string {
  const [before, after] = [text.indexOf(BEGIN), text.lastIndexOf('\n', text.indexOf(END))];
  if (before < 0 || after < before) throw new Error(`${file}: needs a line "${BEGIN}" and a line "${END}"`);
  return `${text.slice(0, before)}${BEGIN}\n\n${FIXTURES.get(file)?.()}\n${text.slice(after + 1)}`;
}

const nameOf = ({ control, name = control.split('.').at(-1) ?? '' }: Control): string => name;

function pythonMethods(): string {
  const acts = ACTS.map((act) => {
    const { help } = rowOf(act);
    const params = requiredOf(act);
    const names = Object.keys(params);
    const signature = ['self', 'id', ...names, '**options'].join(', ');
    const given = ['id', ...names.map((name) => `${name}=${name}`), '**options'].join(', ');
    return python(snakeCase(act), signature, help, `return self.act("${act}", ${given})`);
  });
  const controls = CONTROLS.map((control) => {
    const { params = {}, body, options, isQuery, field, isVoid, help, method } = control;
    const signature = ['self', ...Object.keys(params), ...(options === undefined ? [] : [`**${options}`])].join(', ');
    const path = control.path.includes('{') ? `f"${control.path}"` : `"${control.path}"`;
    const fields = Object.entries(typeof body === 'object' ? body : {}).map(
      ([name, value]) => `"${name}": ${{ true: 'True', false: 'False' }[value] ?? value}`,
    );
    const all = [...fields, ...(options === undefined ? [] : [`**${options}`])].join(', ');
    const sent = typeof body === 'string' ? body : all && `{${all}}`;
    const args = isQuery
      ? `"${method}", "${control.path}?" + urllib.parse.urlencode(${options})`
      : [`"${method}"`, path, sent].filter(Boolean).join(', ');
    const call = `self.control(${args})${field ? `["${field[0]}"]` : ''}`;
    return python(snakeCase(nameOf(control)), signature, help, isVoid ? call : `return ${call}`);
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
  const controls = CONTROLS.map((control) => {
    const { params = {}, body, options, isQuery, field, isVoid, help, method } = control;
    const path = `'${control.path.replace(/\{(\w+)\}/g, "' . $$$1 . '")}'`.replace(/ \. ''$/, '');
    const fields = Object.entries(typeof body === 'object' ? body : {}).map(
      ([name, value]) => `'${name}' => ${/^(true|false)$/.test(value) ? value : `$${value}`}`,
    );
    const fixed = fields.length > 0 ? `[${fields.join(', ')}]` : '';
    const sent = typeof body === 'string' ? `$${body}` : [fixed, options && `$${options}`].filter(Boolean).join(' + ');
    const args = isQuery
      ? `'${method}', '${control.path}?' . http_build_query($${options})`
      : [`'${method}'`, path, sent].filter(Boolean).join(', ');
    const call = `$this->control(${args})${field ? `['${field[0]}']` : ''};`;
    const type = isVoid ? 'void' : (field?.[1] ?? 'array');
    return php(nameOf(control), params, options, help, type, control.php ?? [isVoid ? call : `return ${call}`]);
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
