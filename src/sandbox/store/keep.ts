import { DEFAULT_KEEP, DEFAULT_KEEP_ACCOUNTS, type StoreOptions } from './store.js';

/** Throws one line that names the option when its value makes no sense. */
export function keepOf({ keep = DEFAULT_KEEP }: StoreOptions): number {
  return checked('keep', keep);
}

/** Throws one line that names the option when its value makes no sense. */
export function keepAccountsOf({ keepAccounts = DEFAULT_KEEP_ACCOUNTS }: StoreOptions): number {
  return checked('keepAccounts', keepAccounts);
}

/** Returns what warns of the first account that is dropped: its owner cannot be told later, because its name is dropped too. */
export function dropNotice({
  keepAccounts = DEFAULT_KEEP_ACCOUNTS,
  onNotice = (line: string) => process.emitWarning(line),
}: StoreOptions): () => void {
  let isTold = false;
  return () => {
    if (isTold) return;
    isTold = true;
    onNotice(
      `there are more than ${keepAccounts} accounts: from now on the least recently used ones are dropped, and begin anew when their token is used again. Raise --keep-accounts to keep more`,
    );
  };
}

function checked(name: string, value: unknown): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 1) return value;
  throw new RangeError(`${name} must be a whole number, 1 or more`);
}
