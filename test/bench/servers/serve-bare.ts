/** The baseline: Node's HTTP server, which reads the body and always returns the same bytes. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const [port, file = ''] = process.argv.slice(2);
const body = readFileSync(file);
createServer((request, response) => {
  request.resume().on('end', () => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.byteLength }).end(body);
  });
}).listen(Number(port), '127.0.0.1');
