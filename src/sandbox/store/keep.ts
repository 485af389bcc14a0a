import { DEFAULT_KEEP, type StoreOptions } from './store.js';

/** Throws one line that names the option when its value makes no sense. */
export function keepOf({ keep = DEFAULT_KEEP }: StoreOptions): number {
  if (!Number.isSafeInteger(keep) || keep < 1) throw new RangeError('keep must be a whole number, 1 or more');
  return keep;
}
