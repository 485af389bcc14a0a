import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
export const root = here('../../../');

/** A folder inside the peers' `node_modules`, so that generated code finds them. */
export const workspace = here('node_modules/.bench/');

export function empty(): void {
  rmSync(workspace, { recursive: true, force: true });
  mkdirSync(workspace, { recursive: true });
}

export function write(name: string, content: string): string {
  const path = join(workspace, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  return path;
}

export function run(...args: string[]): string {
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', cwd: workspace, env });
  if (status !== 0) throw new Error(`node ${args.join(' ')} failed:\n${stdout}${stderr}`);
  return stdout;
}

/** Generates the client of Redocly from the same contract. */
export function generatePeer(): void {
  // Copied, so that Redocly does not find this project's configuration.
  copyFileSync(join(root, 'openapi.yaml'), join(workspace, 'openapi.yaml'));
  const redocly = [
    'generate-client',
    'openapi.yaml',
    '-o',
    'redocly.ts',
    '--error-mode',
    'result',
    '--args-style',
    'grouped',
  ];
  run(here('node_modules/@redocly/cli/bin/cli.js'), ...redocly);
}
