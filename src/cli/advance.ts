import { printable } from '../codes/printable.js';
import { parseDuration } from '../sandbox/clock/index.js';
import { defineCommand } from './command.js';
import { createRemote, REMOTE_OPTIONS, show } from './remote.js';

export const advance = defineCommand({
  details: 'Everything that falls due on the way happens at its own time.',
  argument: {
    type: 'string',
    value: '<duration>',
    isRequired: true,
    help: 'like 31d, 12h, 90s, 1mo or P1M',
    read(given: string): string {
      parseDuration(given);
      return given;
    },
  },
  options: REMOTE_OPTIONS,
  async run({ values, argument: by }) {
    const { data } = await createRemote(values).POST('/_sandbox/clock/advance', { body: { by } });
    show(data, values, ({ now }) => printable(now));
    return 0;
  },
});
