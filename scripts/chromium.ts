import type { Browser } from 'playwright-core';
import { chromiumPath } from './find-program.ts';

// Playwright stops the requests of the browser itself, apart from QUIC, so that tests can detect the requests of a page.
const flags = ['--disable-gpu', '--disable-quic'];

/** Starts Chromium, with more flags if given. Tests that call it have the tag `chromium`. */
export async function launchChromium(...more: readonly string[]): Promise<Browser> {
  const executablePath = chromiumPath();
  if (executablePath === undefined) throw new Error('Chromium was not found: install it, or set CHROMIUM_PATH');
  // Most tests that import this file start no browser.
  const { chromium } = await import('playwright-core');
  return chromium.launch({ executablePath, args: [...flags, ...more] });
}
