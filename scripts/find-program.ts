import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Returns the first of the names that can be run. A name with a slash is a path, any other is looked up in the PATH. */
export function findProgram(...names: (string | undefined)[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  return names
    .filter((name) => name !== undefined)
    .flatMap((name) => (/[\\/]/.test(name) ? [name] : folders.map((folder) => join(folder, name))))
    .find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Returns the path of Chromium or Chrome, or undefined. The variable WITHOUT_BROWSER leaves it out. */
export function chromiumPath(): string | undefined {
  if (process.env.WITHOUT_BROWSER) return undefined;
  return findProgram(
    process.env.CHROMIUM_PATH,
    'chromium',
    'chromium-browser',
    'google-chrome-stable',
    'google-chrome',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  );
}
