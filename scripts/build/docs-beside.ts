import { rmSync, writeFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import { signalGroup } from '../../core/src/cli/process-group.ts';
import { DOCS_FAILURE } from '../../src/docs/archive.ts';
import { startNode } from './program.ts';

/** The last lines of the output, which name the problem. */
const KEPT_LINES = 15;

/**
 * Builds the docs in a separate process. If that fails, the sandbox shows the last lines of the output in place of the docs. Returns a function that
 * ends the build.
 */
export function buildDocsBeside(): () => void {
  rmSync(DOCS_FAILURE, { force: true });
  const program = [
    '--conditions=payment-gateway-source',
    '--import',
    'ts-blank-space/register',
    'scripts/docs/main.ts',
  ];
  // The channel closes when this process ends, even if it is killed. Then the build ends too.
  const child = startNode(program, { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).split('\n').slice(-KEPT_LINES).join('\n');
    });
  }
  let isEnded = false;
  child.once('close', (code, signal) => {
    if (code === 0 || isEnded) return;
    const end = `The build of the docs ended with ${signal ?? `code ${code}`}.`;
    writeFileSync(DOCS_FAILURE, `${stripVTControlCharacters(output).trim()}\n${end}`.trim());
    console.error('The docs were not built: run `npm run docs` to see why.');
  });
  return () => {
    isEnded = true;
    signalGroup(child, 'SIGKILL');
  };
}
