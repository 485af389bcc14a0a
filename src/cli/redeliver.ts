import { defineCommand } from './command.js';
import { createRemote, eventLines, ID, REMOTE_OPTIONS, show } from './remote.js';

export const redeliver = defineCommand({
  details: 'It goes to every receiver that would get it now.',
  argument: { ...ID, help: 'the id of the event: the first number of each line of payment-gateway events' },
  options: REMOTE_OPTIONS,
  examples: ['redeliver 12'],
  async run({ values, argument: id }) {
    const remote = createRemote(values);
    const params = { path: { id } };
    await remote.POST('/_sandbox/events/{id}/redeliver', { params });
    await remote.POST('/_sandbox/events/settled');
    const { data } = await remote.GET('/_sandbox/events/{id}', { params });
    show(data, values, eventLines);
    return 0;
  },
});
