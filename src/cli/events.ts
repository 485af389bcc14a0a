import { whole } from '../server/option-table.js';
import { defineCommand } from './command.js';
import { callSandbox, eventLines, print, REMOTE_OPTIONS, type Schemas, show } from './remote.js';

export const events = defineCommand({
  details: 'Oldest first, with the state of each delivery.',
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
    const { data } = await callSandbox<{ data: Schemas['Event'][] }>(values, 'GET', `/_sandbox/events?${query}`);
    const found = data.reverse();
    if (json) show(found, values, String);
    else for (const event of found) print(eventLines(event));
    return 0;
  },
});
