import type { components } from '../../generated/sandbox-types.js';
import { printable } from '../codes/printable.js';
import { type Command, defineCommand } from './command.js';
import { createRemote, ID, REMOTE_OPTIONS, show } from './remote.js';

/** The command for an act on one object of a running sandbox. */
export function actCommand(act: components['schemas']['Act']): Command {
  return defineCommand({
    argument: { ...ID, help: 'the id of the object' },
    options: REMOTE_OPTIONS,
    async run({ values, argument: id }) {
      const { data } = await createRemote(values).POST('/_sandbox/objects/{id}/{act}', {
        params: { path: { id, act } },
      });
      show(data, values, (object) => printable([object.id, object.status].filter(Boolean).join(' ')));
      return 0;
    },
  });
}
