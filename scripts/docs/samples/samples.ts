import type { CodeSample, Contract, Place } from '../../contract/types.ts';
import { curlSample } from './curl.ts';
import { phpSample } from './php.ts';
import { pythonSample } from './python.ts';
import { requestsOf, type SampleRequest } from './request.ts';
import { typescriptSample } from './typescript.ts';

/** The languages of the code samples, in the order of their tabs. */
export const sampleLanguages: { lang: string; fence: string; write: (request: SampleRequest) => string }[] = [
  { lang: 'TypeScript', fence: 'ts', write: typescriptSample },
  { lang: 'curl', fence: 'bash', write: curlSample },
  { lang: 'PHP', fence: 'php', write: phpSample },
  { lang: 'Python', fence: 'python', write: pythonSample },
];

/** One sample for each named request example, or a single one for an operation without a body. */
export function codeSamplesOf(contract: Contract, place: Place): CodeSample[] {
  return [...requestsOf(contract, place)].map(([example, request]) => ({
    operationId: place.operation.operationId ?? place.path,
    example,
    code: Object.fromEntries(sampleLanguages.map(({ lang, write }) => [lang, write(request)])),
  }));
}
