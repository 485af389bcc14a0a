import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);
const redoclyFolder = dirname(require.resolve('@redocly/cli/package.json'));
const here = dirname(fileURLToPath(import.meta.url));

/** The notices of everything that Redocly, and so the page, bundles. */
export const redoclyNotices = join(redoclyFolder, 'THIRD_PARTY_NOTICES');
export const redoclyLicense = join(redoclyFolder, 'LICENSE');

/** How to render. */
export interface RenderOptions {
  /** Redocly's configuration; that of these docs when left out. */
  config?: string;
  /** Redoc's labels in the language of the page, by its keys; English ones where there is none. */
  labels?: Record<string, string>;
}

/**
 * Renders a contract with Redoc into one HTML file, by Redocly's command line: its build-docs has no programming
 * interface. Rejects with what Redocly printed.
 */
export function renderWithRedoc(contract: string, output: string, options: RenderOptions = {}): Promise<void> {
  const { config = join(here, 'redocly.yaml'), labels = {} } = options;
  const cli = join(redoclyFolder, 'bin', 'cli.js');
  const hooks = Object.keys(labels).length > 0 ? ['--import', join(here, 'labels.js')] : [];
  const args = [...hooks, cli, 'build-docs', contract, '--inlineBundle', '--config', config, '-o', output];
  const quiet = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  // React's development build, which Node would load otherwise, renders slower and says nothing that anyone reads.
  const env = { ...process.env, ...quiet, NODE_ENV: 'production', DOCS_LABELS: JSON.stringify(labels) };
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    const printed: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => printed.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => printed.push(chunk));
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`redocly build-docs failed with exit code ${code}:\n${Buffer.concat(printed)}`));
    });
  });
}
