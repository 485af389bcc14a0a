import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { here, root, run, workspace } from './workspace.ts';

/** Generates what the peers make of the same contract. */
export function generatePeers(): void {
  // Copied, so that no configuration of this project is taken for theirs.
  copyFileSync(join(root, 'openapi.yaml'), join(workspace, 'openapi.yaml'));
  run(
    here('node_modules/@redocly/cli/bin/cli.js'),
    ...['generate-client', 'openapi.yaml', '-o', 'redocly.ts', '--error-mode', 'result', '--args-style', 'grouped'],
  );
  run(
    here('node_modules/@hey-api/openapi-ts/bin/run.js'),
    ...[
      '-i',
      join(workspace, 'openapi.yaml'),
      '-o',
      join(workspace, 'hey'),
      '-c',
      '@hey-api/client-fetch',
      '--no-log-file',
    ],
  );
}
