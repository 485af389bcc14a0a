/** A file with the names of plans that broke a shop. */
import { appendFileSync, writeFileSync } from 'node:fs';
import { isNamedPipe, readText } from 'payment-gateway-contract/internal/files';
import { isObject, parseJson } from 'payment-gateway-contract/internal/util';
import type { ExploreFailureCase } from './report.js';

/** Changes when plans get other names. */
const VERSION = 2;

/** Writes the names of the plans. Without plans, it keeps the file. Throws a RangeError if the file cannot be written. */
export function savePlans(path: string, failures?: readonly ExploreFailureCase[]): void {
  const plans = failures?.map(({ plan }) => plan);
  if (isNamedPipe(path)) throw new RangeError(`save: cannot write ${path}: it is a named pipe`);
  try {
    if (plans === undefined) appendFileSync(path, '');
    else writeFileSync(path, `${JSON.stringify({ version: VERSION, plans }, null, 2)}\n`);
  } catch (error) {
    throw new RangeError(`save: cannot write ${path}: ${(error as NodeJS.ErrnoException).code}`);
  }
}

/** Returns the names of plans in a file. Throws a RangeError that names the error in the file. */
export function readPlans(path: string): string[] {
  const saved = parse(path);
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

function parse(path: string): unknown {
  try {
    return parseJson(readText('replay', path));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new RangeError(code === undefined ? message : `replay: cannot read ${path}: ${code}`);
  }
}
