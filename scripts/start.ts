import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';

// `npm start`: the sandbox answers at once, and the docs are built next to it. Until they are complete, /docs/ shows a notice.
rmSync('dist/docs', { recursive: true, force: true });
const docs = spawn(process.execPath, ['--import', 'ts-blank-space/register', 'scripts/docs/main.ts'], {
  stdio: 'ignore',
});
docs.on('exit', (code) => {
  if (code) console.error('The docs were not built: run `npm run docs` to see why.');
});
process.on('exit', () => docs.kill());

process.argv.splice(2, 0, 'start', '--docs');
// Compiled by `npm run compile`, so its path is not known to the type checker.
const cli = '../sandbox/dist/src/cli/main.js';
await import(cli);
