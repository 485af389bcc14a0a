import type { OpenApi } from '../../../core/src/contract/openapi.ts';
import type { Operation } from '../../../core/src/contract/operation.ts';
import { curlSample } from './curl.ts';
import { phpSample } from './php.ts';
import { pythonSample } from './python.ts';
import { requestsOf, type SampleRequest } from './request.ts';
import { typescriptSample } from './typescript.ts';

/** Code that calls one operation with one of its named examples. */
export interface CodeSample {
  operationId: string;
  /** Name of the request example; empty for an operation without a body. */
  example: string;
  /** By the name of the language. */
  code: Record<string, string>;
}

/** The languages of the code samples, in the order of their tabs. */
export const sampleLanguages: { lang: string; fence: string; write: (request: SampleRequest) => string }[] = [
  { lang: 'TypeScript', fence: 'ts', write: typescriptSample },
  { lang: 'curl', fence: 'bash', write: curlSample },
  { lang: 'PHP', fence: 'php', write: phpSample },
  { lang: 'Python', fence: 'python', write: pythonSample },
];

/** One sample for each named request example, or a single one for an operation without a body. */
export function codeSamplesOf(contract: OpenApi, operation: Operation): CodeSample[] {
  return [...requestsOf(contract, operation)].map(([example, request]) => ({
    operationId: operation.operationId,
    example,
    code: Object.fromEntries(sampleLanguages.map(({ lang, write }) => [lang, write(request)])),
  }));
}
