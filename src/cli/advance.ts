import { printable } from '../codes/printable.js';
import { parseDuration } from '../sandbox/clock/index.js';
import { optionLines, Reader } from './arguments.js';
import type { Command } from './command.js';
import { print, printJson, REMOTE_OPTIONS, readRemote } from './remote.js';

export const advance: Command = {
  help: `payment-gateway advance <duration> [options]

Moves the clock of a running sandbox on, and carries out what falls due on the way, each at its own time.
A duration is 31d, 12h, 90s, 1mo or P1M.

${optionLines(REMOTE_OPTIONS)}
`,

  async run(args) {
    const read = new Reader(args, REMOTE_OPTIONS);
    const [by = '', ...others] = read.positionals;
    if (!isDuration(by)) read.wrong('advance needs a <duration> like 31d, 12h, 90s, 1mo or P1M');
    read.noMore(others, 'advance takes one duration');
    const remote = readRemote(read);
    read.done();
    const clock = await remote.ask('POST', 'clock/advance', { by });
    if (read.flag('json')) printJson(clock);
    else print(printable(String(clock.now)));
    return 0;
  },
};

function isDuration(word: string): boolean {
  try {
    parseDuration(word);
    return true;
  } catch {
    return false;
  }
}
