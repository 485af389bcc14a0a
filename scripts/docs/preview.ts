import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { buildDocs } from './build.ts';
import { editions } from './editions.ts';
import { readSource } from './source.ts';

// Builds the docs and serves them as a static host would, for a look before publication: `npm run docs:preview`.
const out = 'dist/docs';
const port = Number(process.env.PORT ?? 4011);
const address = `http://127.0.0.1:${port}/`;
const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.json': 'application/json',
  '.md': 'text/markdown; charset=utf-8',
  '.png': 'image/png',
  '.txt': 'text/plain; charset=utf-8',
  '.yaml': 'application/yaml',
};

const source = readSource(await readFile('openapi.yaml', 'utf8'));
await Promise.all(
  editions.map(({ language, contract }) =>
    buildDocs({ source, contract: contract(source.contract), language, out: join(out, language.path) }),
  ),
);
const server = createServer(async (request, response) => {
  const { pathname } = new URL(request.url ?? '/', address);
  // normalize takes ".." out of an absolute path, so nothing outside of the folder can be named.
  const name = normalize(pathname.endsWith('/') ? `${pathname}index.html` : pathname);
  try {
    const body = await readFile(join(out, name));
    response.writeHead(200, { 'content-type': types[extname(name)] ?? 'application/octet-stream' }).end(body);
  } catch {
    response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found\n');
  }
});
server.on('error', (error) => {
  console.error(`Port ${port} cannot be used (${error.message}); set PORT to another one`);
  process.exitCode = 1;
});
server.listen(port, '127.0.0.1', () => console.log(`Docs at ${address}, until Ctrl-C`));
