import assert from 'node:assert/strict';
import SwaggerParser from '@apidevtools/swagger-parser';
import { file, operationCount } from './contract.js';

const document = await SwaggerParser.validate(file);
assert.equal(Object.values(document.paths).flatMap((item) => Object.keys(item)).length, operationCount);
