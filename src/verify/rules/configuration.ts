import { isObject, listAt } from '../../contract/json.js';
import type { JudgedContract } from '../judge/contract.js';
import type { Ledger } from '../judge/ledger.js';
import { isId, isSameId, Memory } from './memory.js';
import { placeOf } from './paths.js';
import { isSuccess, type Rule, type Seen } from './rule.js';

/** The merchant's own settings: which acquirer is the main one, and how a bank account begins. */
export function configurationRule(contract: JudgedContract): Rule {
  const acquirers = new Memory<true>();
  let main: unknown;

  return {
    judge(seen, ledger) {
      const { operation, returned, status, params } = seen;
      if (!isSuccess(status) || !isObject(returned)) return;
      const { operationId } = operation;
      const place = placeOf(contract, operation);
      if (operationId === 'createReceiverBankAccount' && typeof returned.status === 'string') {
        if (returned.status === 'active')
          ledger.confirm('bank-account-transitions', place, 'begins', 'A bank account was active when it was added.');
        else ledger.refuteEntry('bank-account-transitions', place, 'A bank account was not active when it was added.');
      }
      if (operationId === 'setMainAcquirer') main = params.id;
      if (operationId === 'addAcquirers') judgeAcquirers(seen, ledger);
    },
  };

  function judgeAcquirers({ operation, sent, returned }: Seen, ledger: Ledger): void {
    const place = placeOf(contract, operation);
    const found = listAt(returned, 'acquirers').filter(isObject);
    const added = listAt(sent, 'acquirers').length;
    const mains = found.filter((one) => one.main === true);
    if (mains.length === 1) ledger.confirm('acquirer-main', place, 'one', 'One of the acquirers was the main one.');
    else if (found.length > 0 && found.every((one) => typeof one.main === 'boolean'))
      ledger.refuteEntry(
        'acquirer-main',
        place,
        `Of the acquirers, ${mains.length === 0 ? 'none' : 'more than one'} was the main one.`,
      );
    if (acquirers.size > 0) {
      const returnsAll = found.filter(({ id }) => acquirers.get(id)).length === acquirers.size;
      if (returnsAll)
        ledger.confirm('acquirer-main', place, 'all', 'Those that had been added before were returned too.');
      else ledger.refuteEntry('acquirer-main', place, 'Those that had been added before were not returned.');
    } else if (added > 0 && found.length === added && mains.length === 1) {
      if (found[0] === mains[0])
        ledger.confirm('acquirer-main', place, 'first', 'The first acquirer was the main one.');
      else ledger.refuteEntry('acquirer-main', place, 'The first acquirer was not the main one.');
    }
    if (main !== undefined && mains.length === 1) {
      if (isSameId(mains[0]?.id, main))
        ledger.confirm('acquirer-main', place, 'set', 'The acquirer that was set was the main one afterwards.');
      else ledger.refuteEntry('acquirer-main', place, 'The acquirer that was set was not the main one afterwards.');
    }
    for (const { id } of found) if (isId(id)) acquirers.set(id, true);
  }
}
