import { optionLines, Reader } from './arguments.js';
import type { Command } from './command.js';
import { eventLine, print, printJson, REMOTE_OPTIONS, readId, readRemote } from './remote.js';

export const redeliver: Command = {
  help: `payment-gateway redeliver <event> [options]

Lets a running sandbox send an event again, to everybody who would get it now. Its id is the first number of
each line that payment-gateway events prints.

${optionLines(REMOTE_OPTIONS)}
`,

  async run(args) {
    const read = new Reader(args, REMOTE_OPTIONS);
    const id = readId(read, 'redeliver');
    const remote = readRemote(read);
    read.done();
    await remote.ask('POST', `events/${id}/redeliver`);
    await remote.ask('POST', 'events/settled');
    const event = await remote.ask('GET', `events/${id}`);
    if (read.flag('json')) printJson(event);
    else print(eventLine(event));
    return 0;
  },
};
