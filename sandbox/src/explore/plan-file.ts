import { appendText, FileError, type FileKind, readText, replaceFile } from 'payment-gateway-core/files';
import { isObject, parseJson } from 'payment-gateway-core/util';
import type { ExploreFailureCase } from './report.js';

/** Changes when plans get other names. */
const VERSION = 2;

export const PLANS: FileKind = { name: 'plans of explore', begins: /^\s*\{\s*"version":\s*\d+,\s*"plans":/ };

/** Writes the names of the plans. Without plans, it keeps the file. Throws a RangeError if the file cannot be written. */
export function savePlans(path: string, failures?: readonly ExploreFailureCase[]): void {
  const plans = failures?.map(({ plan }) => plan);
  ofOption('save', () => {
    if (plans === undefined) appendText(path, '');
    else replaceFile(path, `${JSON.stringify({ version: VERSION, plans }, null, 2)}\n`);
  });
}

/** Returns the names of plans in a file. Throws a RangeError that names the error in the file. */
export function readPlans(path: string): string[] {
  const saved = parseJson(ofOption('replay', () => readText('replay', path)));
  if (!isObject(saved) || !Array.isArray(saved.plans) || !saved.plans.every((plan) => typeof plan === 'string')) {
    throw new RangeError(`replay: ${path} must be a file that save has written`);
  }
  if (saved.version !== VERSION) {
    throw new RangeError(
      `replay: ${path} has version ${JSON.stringify(saved.version)}, and this explore reads version ${VERSION}; write it again with save`,
    );
  }
  return saved.plans;
}

function ofOption<Result>(name: string, task: () => Result): Result {
  try {
    return task();
  } catch (error) {
    throw error instanceof FileError ? new RangeError(`${name}: ${error.message}`, { cause: error }) : error;
  }
}
