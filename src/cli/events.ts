import { isObject } from '../contract/json.js';
import { type Options, optionLines, Reader } from './arguments.js';
import type { Command } from './command.js';
import { eventLine, print, printJson, REMOTE_OPTIONS, readRemote } from './remote.js';

const OPTIONS: Options = {
  object: { type: 'string', value: '<id>', help: 'only the events about this object' },
  limit: { type: 'string', value: '<number>', help: 'how many, the newest ones (default 20)' },
  ...REMOTE_OPTIONS,
};

export const events: Command = {
  help: `payment-gateway events [options]

Lists the events of a running sandbox, oldest first, with what became of their deliveries.

${optionLines(OPTIONS)}
`,

  async run(args) {
    const read = new Reader(args, OPTIONS);
    read.noMore(read.positionals, 'events takes no argument');
    const object = read.number('object', { from: 1, to: Number.MAX_SAFE_INTEGER });
    const limit = read.number('limit', { from: 1, to: 1000 }) ?? 20;
    const remote = readRemote(read);
    read.done();
    const about = object === undefined ? '' : `&object=${object}`;
    const { data } = await remote.ask('GET', `events?per_page=${limit}${about}`);
    const found = (Array.isArray(data) ? data.filter(isObject) : []).reverse();
    if (read.flag('json')) printJson(found);
    else for (const event of found) print(eventLine(event));
    return 0;
  },
};
