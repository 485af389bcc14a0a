import { rmSync, writeFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import { signalGroup } from '../../core/src/cli/process-group.ts';
import { DOCS_FAILURE } from '../../src/docs/archive.ts';
import { startNode } from './program.ts';

/** How much of the output is kept. Its end says what went wrong. */
const KEPT_CHARACTERS = 4_000;
const KEPT_LINES = 15;

/** A build of the docs in a process of its own. */
export interface BesideDocs {
  /** Ends the build. */
  end(): void;
}

/** Builds the docs in a process of its own. If that fails, the sandbox shows the last lines of the output in place of the docs. */
export function buildDocsBeside(): BesideDocs {
  rmSync(DOCS_FAILURE, { force: true });
  const program = [
    '--conditions=payment-gateway-source',
    '--import',
    'ts-blank-space/register',
    'scripts/docs/main.ts',
  ];
  // It reads from the channel only that it was closed: this process has ended, even if it was killed.
  const child = startNode(program, { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-KEPT_CHARACTERS);
    });
  }
  let isEnded = false;
  child.once('close', (code, signal) => {
    if (code === 0 || isEnded) return;
    const lines = stripVTControlCharacters(output).trim().split('\n').slice(-KEPT_LINES);
    writeFileSync(
      DOCS_FAILURE,
      [...lines, `The build of the docs ended with ${signal ?? `code ${code}`}.`].join('\n').trim(),
    );
    console.error('The docs were not built: run `npm run docs` to see why.');
  });
  return {
    end() {
      isEnded = true;
      signalGroup(child, 'SIGKILL');
    },
  };
}
