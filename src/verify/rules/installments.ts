import { DAY } from '../../codes/days.js';
import { paymentDate, splitAmount } from '../../codes/installments.js';
import { isObject, type JsonObject, listAt } from '../../contract/json.js';
import { Memory } from './memory.js';
import { isSuccess, type Rule } from './rule.js';

/** Compares the installments of a card sale with the sale. */
export function installmentRule(): Rule {
  const sales = new Memory<JsonObject>();

  return {
    judge({ operation, params, status, returned, records }, ledger) {
      for (const { name, value } of records) if (name === 'Transaction') sales.set(value.id, value);
      if (operation.operationId !== 'listTransactionInstallments' || !isSuccess(status)) return;
      const sale = sales.get(params.id);
      const parts = listAt(returned, 'data').filter(isObject);
      const isWhole = isObject(returned) && (returned.total === undefined || returned.total === parts.length);
      if (!sale || typeof sale.installments !== 'number' || sale.installments < 2 || !isWhole) return;
      if (parts.length !== sale.installments) {
        ledger.refute('installment-dates', 'There was not one entry for each part.');
        return;
      }
      const amounts = parts.map(({ amount }) => Number(amount));
      const sum = amounts.reduce((total, amount) => total + amount, 0);
      const isOfSale = [sale.amount, sale.capture_amount, sale.paid_amount].includes(sum);
      const expected = Number.isSafeInteger(sum) ? splitAmount(sum, parts.length) : [];
      if (isOfSale && amounts.every((amount, index) => amount === expected[index]))
        ledger.confirm('installment-dates', 'amounts', 'The parts were equal, and the first took the remainder.');
      else if (amounts.every(Number.isFinite))
        ledger.refute('installment-dates', 'The parts were not equal with the remainder in the first.');
      const sold = typeof sale.created_at === 'string' ? sale.created_at.slice(0, 10) : '';
      if (Number.isNaN(Date.parse(sold)) || parts.some((part) => Number.isNaN(dayOf(part)))) return;
      // The gateway's time zone is unknown, so allow a day of difference.
      const days = [-1, 0, 1].map((shift) => new Date(Date.parse(sold) + shift * DAY).toISOString().slice(0, 10));
      const fits = days.some((day) =>
        parts.every((part, index) => dayOf(part) === Date.parse(paymentDate(day, index + 1))),
      );
      ledger.check(
        'installment-dates',
        'days',
        fits,
        'The parts were due on the days of the simulation.',
        'The parts were due on other days than those of the simulation.',
      );
    },
  };
}

function dayOf({ payment_date: date }: JsonObject): number {
  return typeof date === 'string' ? Date.parse(date.slice(0, 10)) : Number.NaN;
}
