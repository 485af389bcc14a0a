// Loaded before a sandbox: sets the clock of its host to the distance that a file names, again with each SIGWINCH. Milliseconds.
import { readFileSync } from 'node:fs';

const distance = () => Number(readFileSync(String(process.env.CLOCK_JUMP), 'utf8'));
const now = Date.now;
let jump = distance();
process.on('SIGWINCH', () => {
  jump = distance();
});
Date.now = () => now() + jump;
globalThis.Date = new Proxy(Date, {
  construct: (target, parts) => (parts.length === 0 ? new target(Date.now()) : Reflect.construct(target, parts)),
});
