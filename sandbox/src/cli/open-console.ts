import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { defineCommand } from 'payment-gateway-core/cli';
import { type ControlSchemas, callSandbox, ID, origin, REMOTE_OPTIONS, show } from './remote.js';

/** The program of each system that opens an address in the browser. */
const OPENERS: Readonly<Partial<Record<NodeJS.Platform, string>>> = { darwin: 'open', win32: 'explorer' };

export const openCommand = defineCommand({
  details: 'Prints the address of the console, or of an object in it, and opens it if the system can open a browser.',
  argument: { ...ID, value: '[<id>]', isRequired: false, help: 'the id of the object to show' },
  options: REMOTE_OPTIONS,
  examples: ['open', 'open 1001'],
  async run({ values, argument: id }) {
    const { account, per_token } = await callSandbox<ControlSchemas['Overview']>(values, 'GET', '/_sandbox/overview');
    let place = '';
    if (id !== undefined) {
      const { kind } = await callSandbox<ControlSchemas['Details']>(values, 'GET', `/_sandbox/objects/${id}/details`);
      place = `#/${kind}/${id}`;
    }
    const chosen = per_token ? `${place || '#/'}?account=${encodeURIComponent(account)}` : place;
    const url = `${origin(values.url)}/_sandbox/${chosen}`;
    show({ url, opened: await openInBrowser(url) }, values, () => url);
    return 0;
  },
});

export async function openInBrowser(url: string): Promise<boolean> {
  const opener = spawn(OPENERS[process.platform] ?? 'xdg-open', [url], { stdio: 'ignore', detached: true });
  opener.unref();
  return once(opener, 'spawn').then(
    () => true,
    () => false,
  );
}
