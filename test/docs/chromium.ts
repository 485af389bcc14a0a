import { type Browser, chromium } from 'playwright-core';
import { programPath } from '../programs.ts';

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

/** Starts Chromium, with more flags if given. The tests that call it have the tag `chromium`. */
export async function launchChromium(...more: readonly string[]): Promise<Browser> {
  return chromium.launch({ executablePath: programPath('chromium'), args: [...flags, ...more] });
}
