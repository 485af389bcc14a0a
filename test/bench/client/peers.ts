import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { here, root, run, workspace } from './workspace.ts';

/** Generates the clients of the peers from the same contract. */
export function generatePeers(): void {
  // Copied, so that the peers do not find this project's configuration.
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
