import { whole } from '../server/option-table.js';
import { defineCommand } from './command.js';
import { createRemote, eventLines, print, REMOTE_OPTIONS, show } from './remote.js';

export const events = defineCommand({
  details: 'Oldest first, with the state of each delivery.',
  options: {
    object: { ...whole(1, Number.MAX_SAFE_INTEGER), value: '<id>', help: 'only the events about this object' },
    limit: { ...whole(1, 1000), default: 20, help: 'how many events, the newest ones' },
    ...REMOTE_OPTIONS,
  },
  async run({ values }) {
    const { object, limit: per_page, json } = values;
    const query = { per_page, ...(object !== undefined && { object }) };
    const { data } = await createRemote(values).GET('/_sandbox/events', { params: { query } });
    const found = data?.data.reverse();
    if (json) show(found, values, String);
    else for (const event of found ?? []) print(eventLines(event));
    return 0;
  },
});
