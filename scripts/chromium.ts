import { type Browser, chromium } from 'playwright-core';
import { chromiumPath } from './find-program.ts';

// The browser itself must send no requests, so that the tests can detect requests of a page.
const flags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Starts Chromium, with more flags if given. Tests that call it have the tag `chromium`. */
export async function launchChromium(...more: readonly string[]): Promise<Browser> {
  const executablePath = chromiumPath();
  if (executablePath === undefined) throw new Error('Chromium was not found: install it, or set CHROMIUM_PATH');
  return chromium.launch({ executablePath, args: [...flags, ...more] });
}
