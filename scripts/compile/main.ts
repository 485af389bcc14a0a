import { removeStale } from './stale.ts';

for (const file of removeStale(process.cwd())) console.log(`Removed ${file}: its source is gone`);
