import { printable } from '../codes/printable.js';
import { ACT_OPTIONS, type ActName } from '../sandbox/objects.js';
import { choice, flag, type OptionTable, text, whole } from '../server/option-table.js';
import { type Command, defineCommand } from './command.js';
import { callSandbox, ID, REMOTE_OPTIONS, type Schemas, show } from './remote.js';

/** The options of acts, keyed by their names in the control API. */
const OPTIONS = {
  amount: {
    ...whole(1, Number.MAX_SAFE_INTEGER, 'centavos'),
    value: '<centavos>',
    help: 'a part of the amount; all of it if omitted',
  },
  outcome: { ...choice(['approved', 'declined', 'timed_out']), isRequired: true, help: 'how 3DS ends' },
  payment_method: {
    ...choice(['pix', 'credit_card', 'debit_card', 'boleto']),
    flag: 'payment-method',
    help: 'how the buyer of a link pays',
  },
  status: { ...text(), value: '<status>', isRequired: true, help: 'any status, also an unknown one' },
} as const satisfies OptionTable;

/** Returns the command for an act on one object of a running sandbox. */
export function actCommand(act: ActName): Command {
  const names = ACT_OPTIONS[act] ?? ['payment_method' as const];
  const own: OptionTable = {
    ...Object.fromEntries(names.map((name) => [name, OPTIONS[name]])),
    delivered: { ...flag, help: 'waits until every receiver confirmed the events' },
  };
  return defineCommand({
    argument: { ...ID, help: 'the id of the object' },
    options: { ...own, ...REMOTE_OPTIONS },
    examples: [
      `${act === 'setStatus' ? 'set-status' : act} 1001${own.outcome ? ' --outcome approved' : own.status ? ' --status frozen' : ''}`,
    ],
    async run({ values: { url, token, json, ...body }, argument: id }) {
      const path = `/_sandbox/objects/${id}/${act}`;
      const object = await callSandbox<Schemas['Object']>({ url, token }, 'POST', path, body);
      show(object, { json }, () => printable([object.id, object.status].filter(Boolean).join(' ')));
      return 0;
    },
  });
}
