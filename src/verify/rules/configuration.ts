import { isObject, listAt } from '../../contract/json.js';
import type { Ledger } from '../judge/ledger.js';
import { isId, isSameId, Memory } from './memory.js';
import { isSuccess, type Rule, type Seen } from './rule.js';

/** Checks merchant settings: the main acquirer and the initial status of bank accounts. */
export function configurationRule(): Rule {
  const acquirers = new Memory<true>();
  let main: unknown;

  return {
    judge(seen, ledger) {
      const { operation, returned, status, params } = seen;
      if (!isSuccess(status) || !isObject(returned)) return;
      const { operationId } = operation;
      if (operationId === 'createReceiverBankAccount' && typeof returned.status === 'string') {
        ledger.check(
          'bank-account-transitions',
          'begins',
          returned.status === 'active',
          'A bank account was active when it was added.',
          'A bank account was not active when it was added.',
        );
      }
      if (operationId === 'setMainAcquirer') main = params.id;
      if (operationId === 'addAcquirers') judgeAcquirers(seen, ledger);
    },
  };

  function judgeAcquirers({ sent, returned }: Seen, ledger: Ledger): void {
    const found = listAt(returned, 'acquirers').filter(isObject);
    const added = listAt(sent, 'acquirers').length;
    const mains = found.filter((one) => one.main === true);
    if (mains.length === 1) ledger.confirm('acquirer-main', 'one', 'One of the acquirers was the main one.');
    else if (found.length > 0 && found.every((one) => typeof one.main === 'boolean'))
      ledger.refute(
        'acquirer-main',
        `Of the acquirers, ${mains.length === 0 ? 'none' : 'more than one'} was the main one.`,
      );
    if (acquirers.size > 0) {
      const returnsAll = found.filter(({ id }) => acquirers.get(id)).length === acquirers.size;
      ledger.check(
        'acquirer-main',
        'all',
        returnsAll,
        'Those that had been added before were returned too.',
        'Those that had been added before were not returned.',
      );
    } else if (added > 0 && found.length === added && mains.length === 1) {
      ledger.check(
        'acquirer-main',
        'first',
        found[0] === mains[0],
        'The first acquirer was the main one.',
        'The first acquirer was not the main one.',
      );
    }
    if (main !== undefined && mains.length === 1) {
      ledger.check(
        'acquirer-main',
        'set',
        isSameId(mains[0]?.id, main),
        'The acquirer that was set was the main one afterwards.',
        'The acquirer that was set was not the main one afterwards.',
      );
    }
    for (const { id } of found) if (isId(id)) acquirers.set(id, true);
  }
}
