import { defineCommand } from './command.js';
import { callSandbox, eventLines, ID, REMOTE_OPTIONS, type Schemas, show } from './remote.js';

export const redeliver = defineCommand({
  details: 'It goes to every receiver that would get it now.',
  argument: { ...ID, help: 'the id of the event: the first number of each line of payment-gateway events' },
  options: REMOTE_OPTIONS,
  examples: ['redeliver 12'],
  async run({ values, argument: id }) {
    await callSandbox(values, 'POST', `/_sandbox/events/${id}/redeliver`);
    await callSandbox(values, 'POST', '/_sandbox/events/settled');
    show(await callSandbox<Schemas['Event']>(values, 'GET', `/_sandbox/events/${id}`), values, eventLines);
    return 0;
  },
});
