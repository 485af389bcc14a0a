// Runs a rare task by its name: `npm run bench -- client`, `npm run check -- nodes`. Without a name it lists the tasks.
import { runTask } from './run.ts';
import { benches, checks } from './tasks.ts';

const [kind, name, ...args] = process.argv.slice(2);
process.exitCode = await runTask(`npm run ${kind}`, kind === 'bench' ? benches : checks, name, args);
