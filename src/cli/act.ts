import type { components } from '../../generated/sandbox-types.js';
import { printable } from '../codes/printable.js';
import { text, type ValuesOf } from '../server/option-table.js';
import { type Command, defineCommand } from './command.js';
import { createRemote, ID, REMOTE_OPTIONS, show } from './remote.js';

type Schemas = components['schemas'];

/** The command for an act on one object of a running sandbox. */
export function actCommand(act: Schemas['Act']): Command {
  return defineCommand({
    argument: { ...ID, help: 'the id of the object' },
    options: REMOTE_OPTIONS,
    run: ({ values, argument: id }) => carryOut(values, id, act),
  });
}

export const setStatus = defineCommand({
  argument: { ...ID, help: 'the id of the transaction' },
  options: {
    status: {
      ...text('a text of 1 to 60 characters', /^.{1,60}$/su),
      value: '<text>',
      isRequired: true,
      help: 'any status, also one that the contract does not know',
    },
    ...REMOTE_OPTIONS,
  },
  run: ({ values: { status, ...values }, argument: id }) => carryOut(values, id, 'setStatus', { status }),
});

async function carryOut(
  values: ValuesOf<typeof REMOTE_OPTIONS>,
  id: number,
  act: Schemas['Act'],
  body?: Partial<Schemas['ActOptions']>,
): Promise<number> {
  const params = { path: { id, act } };
  const { data } = await createRemote(values).POST('/_sandbox/objects/{id}/{act}', {
    params,
    ...(body && { body: body as Schemas['ActOptions'] }),
  });
  show(data, values, (object) => printable([object.id, object.status].filter(Boolean).join(' ')));
  return 0;
}
