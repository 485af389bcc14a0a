import { isObject, listAt } from 'payment-gateway-core/util';
import { type CreateCheck, isSameId, type Seen } from './check.js';

const KEY = 'acquirer-main';

/** Checks that one acquirer is the main one, and that adding acquirers returns all acquirers. */
export const acquirerCheck: CreateCheck = (ledger) => {
  let known: readonly unknown[] = [];
  let main: unknown;

  return {
    judge(seen) {
      if (!seen.ok) return;
      if (seen.operationId === 'setMainAcquirer') main = seen.id;
      if (seen.operationId === 'addAcquirers') judgeAcquirers(seen);
    },
  };

  function judgeAcquirers({ sent, body }: Seen): void {
    const found = listAt(body, 'acquirers').filter(isObject);
    const mains = found.filter((one) => one.main === true);
    const areMarked = found.length > 0 && found.every((one) => typeof one.main === 'boolean');
    ledger.check(
      KEY,
      'one',
      mains.length === 1 ? true : areMarked ? false : undefined,
      'Exactly one acquirer is the main one.',
    );
    const areThere = known.every((id) => found.some((one) => isSameId(one.id, id)));
    if (known.length > 0)
      ledger.check(KEY, 'all', areThere, 'A request that adds acquirers returns the earlier ones too.');
    else if (found.length > 0 && found.length === listAt(sent, 'acquirers').length && mains.length === 1)
      ledger.check(KEY, 'first', found[0] === mains[0], 'The first acquirer is the main one.');
    const isSet = main !== undefined && mains.length === 1 ? isSameId(mains[0]?.id, main) : undefined;
    ledger.check(KEY, 'set', isSet, 'The acquirer set as main is the main one.');
    known = found.map(({ id }) => id);
  }
};
