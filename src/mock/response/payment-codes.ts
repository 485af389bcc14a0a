import {
  addDays,
  BOLETO_DAYS,
  boletoLine,
  dateTime,
  dayInSaoPaulo,
  FIRST_DUE,
  isDay,
  MINUTE,
  MOST_BOLETO,
  MOST_PIX,
  PIX_HOURS,
  pixCode,
} from '../../codes/index.js';
import { isObject, type JsonObject, objectAt, stringAt } from '../../util/index.js';

/**
 * Computes the Pix code or the boleto line of a created transaction for the amount and the dates of the request, with valid
 * check digits. Keeps the code of the example if the request matches the example's request. Omitted dates lie in the future.
 *
 * @param example the request of the example that the response comes from
 * @param now milliseconds since 1970
 */
export function withPaymentCodes(response: unknown, sent: unknown, example: unknown, now: number): unknown {
  if (!isObject(response) || !isObject(sent)) return response;
  switch (sent.payment_method) {
    case 'pix':
      return typeof response.pix_qr_code === 'string' ? withPix(atOnce(response), sent, example, now) : response;
    case 'boleto':
      return isObject(response.boleto) ? withBoleto(atOnce(response), sent, example, now) : response;
    default:
      return response;
  }
}

/** A Pix or a boleto always has one installment. */
const atOnce = (response: JsonObject): JsonObject =>
  typeof response.installments === 'number' ? { ...response, installments: 1 } : response;

function withPix(response: JsonObject, sent: JsonObject, example: unknown, now: number): JsonObject {
  const { amount } = sent;
  const isExamples = isObject(example) && example.amount === amount;
  return {
    ...response,
    ...(!isExamples &&
      isAmount(amount, MOST_PIX) && { pix_qr_code: pixCode({ amount, txid: `PEDIDO${response.id}` }) }),
    pix_expiration_date: stringAt(sent, 'expiration_date') ?? dateTime(now + PIX_HOURS * 60 * MINUTE),
  };
}

function withBoleto(response: JsonObject, sent: JsonObject, example: unknown, now: number): JsonObject {
  const { amount } = sent;
  const due = stringAt(sent.boleto, 'expiration');
  const isExamples =
    isObject(example) &&
    example.amount === amount &&
    stringAt(example.boleto, 'expiration') === due &&
    due !== undefined;
  if (isExamples || !isAmount(amount, MOST_BOLETO)) return response;
  const dueDate = due !== undefined && isDay(due) && due >= FIRST_DUE ? due : addDays(dayInSaoPaulo(now), BOLETO_DAYS);
  const number = Number.isSafeInteger(response.id) ? Number(response.id) : 0;
  return {
    ...response,
    boleto: { ...objectAt(response, 'boleto'), barcode_line: boletoLine({ amount, dueDate, number }) },
  };
}

function isAmount(amount: unknown, most: number): amount is number {
  return typeof amount === 'number' && Number.isInteger(amount) && amount >= 1 && amount <= most;
}
