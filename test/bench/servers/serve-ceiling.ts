/**
 * The upper limit for a server of the contract: Node's HTTP server, JSON.parse, validation by Ajv with default
 * options, and the example as JSON. A server that does more with its requests is slower.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { Ajv2020 } from 'ajv/dist/2020.js';

const [port, file = ''] = process.argv.slice(2);
const contract = JSON.parse(readFileSync(file, 'utf8'));
const ajv = new Ajv2020({ strict: false, validateSchema: false, validateFormats: false, logger: false });
ajv.addSchema(contract, 'contract');
const place = '/paths/~1v1~1transactions/post/requestBody/content/application~1json/schema';
const validate = ajv.compile({ $ref: `contract#${place}` });
const created = contract.components.examples['createTransaction.pix.response'].value;

createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const isRight = request.method === 'GET' || validate(JSON.parse(Buffer.concat(chunks).toString()));
    const answer = JSON.stringify(isRight ? created : validate.errors);
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(answer) };
    response.writeHead(isRight ? 200 : 400, headers).end(answer);
  });
}).listen(Number(port), '127.0.0.1');
