// The converted contract is valid OpenAPI 3.0, and keeps what 3.0 has words for.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import SwaggerParser from '@apidevtools/swagger-parser';
import { parse } from 'yaml';
import { document } from './contract.js';

const converted = parse(readFileSync('out/openapi-3.0.yaml', 'utf8'));
assert.match(converted.openapi, /^3\.0\./);
assert.deepEqual(Object.keys(converted.paths), Object.keys(document.paths));
await SwaggerParser.validate(converted);
