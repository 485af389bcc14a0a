// Runs `npm start`, asks the sandbox that it starts for one payment and for the docs, runs the command that it suggests, and stops it. It ends as
// soon as `npm start` has ended, so that the next command shows whether something still runs.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';

const url = 'http://127.0.0.1:4010';
const child = spawn('npm', ['start'], { stdio: ['ignore', 'inherit', 'inherit'] });
const ended = once(child, 'exit');
const early = ended.then(([code]) => Promise.reject(new Error(`npm start ended with ${code}`)));

try {
  await Promise.race([early, works(Date.now() + 180_000)]);
  console.log('npm start: the sandbox created a payment, served /docs and ran the demo');
} finally {
  // As `kill` does. npm passes it on.
  child.kill('SIGTERM');
  await ended;
}

async function works(deadline) {
  const headers = { authorization: 'Bearer any-token', 'content-type': 'application/json' };
  const body = JSON.stringify({ amount: 15990, payment_method: 'pix' });
  const created = await retry(deadline, () => fetch(`${url}/v1/transactions`, { method: 'POST', headers, body }));
  const transaction = await created.json();
  if (!created.ok || typeof transaction.id !== 'number') throw new Error(`no payment: ${JSON.stringify(transaction)}`);
  const docs = await fetch(`${url}/docs/`);
  const page = await docs.text();
  if (!docs.ok || !page.includes('<html')) throw new Error(`no docs: ${docs.status} ${page.slice(0, 200)}`);
  execFileSync('npx', ['--no-install', 'payment-gateway-sandbox', 'demo'], { stdio: 'inherit' });
}

async function retry(deadline, request) {
  for (;;) {
    try {
      return await request();
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
  }
}
