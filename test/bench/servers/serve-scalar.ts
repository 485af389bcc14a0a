import { readFileSync } from 'node:fs';

const [port, contract = ''] = process.argv.slice(2);
// Variables hide the imports from the project's type check, because only this bench installs the packages.
const [scalar, hono] = ['@scalar/mock-server', '@hono/node-server'];
const { createMockServer } = await import(scalar);
const { serve } = await import(hono);
const app = await createMockServer({ document: JSON.parse(readFileSync(contract, 'utf8')), logger: false });
serve({ fetch: app.fetch, port: Number(port), hostname: '127.0.0.1' });
