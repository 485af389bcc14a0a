import { readFileSync } from 'node:fs';

const [port, contract = ''] = process.argv.slice(2);
// Named by variables: the packages are installed beside this bench only, and the type check of the project runs without them.
const [scalar, hono] = ['@scalar/mock-server', '@hono/node-server'];
const { createMockServer } = await import(scalar);
const { serve } = await import(hono);
const app = await createMockServer({ document: JSON.parse(readFileSync(contract, 'utf8')), logger: false });
serve({ fetch: app.fetch, port: Number(port), hostname: '127.0.0.1' });
