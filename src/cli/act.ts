import { printable } from '../codes/printable.js';
import { optionLines, Reader } from './arguments.js';
import type { Command } from './command.js';
import { print, printJson, REMOTE_OPTIONS, readId, readRemote } from './remote.js';

const ABOUT = {
  pay: 'Pays a transaction that waits, a link (which makes a transaction of it), or a subscription whose charge failed.',
  expire: 'Lets time run out for a PIX, a boleto, a 3DS authentication or a link.',
  decline: 'Lets the issuer refuse a pending card, a 3DS authentication fail, or a pending refund fail.',
  settle: 'Brings what is pending to its regular end at once.',
} as const;

/** The command that does something to one object of a running sandbox. */
export function act(name: keyof typeof ABOUT): Command {
  return {
    help: `payment-gateway ${name} <id> [options]

${ABOUT[name]}

${optionLines(REMOTE_OPTIONS)}
`,

    async run(args) {
      const read = new Reader(args, REMOTE_OPTIONS);
      const id = readId(read, name);
      const remote = readRemote(read);
      read.done();
      const object = await remote.ask('POST', `objects/${id}/${name}`);
      if (read.flag('json')) printJson(object);
      else print(printable([String(object.id), object.status].filter((part) => part !== undefined).join(' ')));
      return 0;
    },
  };
}
