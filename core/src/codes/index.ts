export { aboveMost, reais } from './amounts.js';
export {
  BOLETO_DAYS,
  barcodeOf,
  boletoLine,
  FIRST_DUE,
  interleaved,
  MOST_BOLETO,
  printedLine,
  readBoleto,
} from './boleto-slip.js';
export { brandOf, CARD_EXPIRED, hasCardExpired, visibleDigits } from './card-number.js';
export {
  addDays,
  businessDay,
  DAY,
  dayInSaoPaulo,
  dayInUtc,
  endOfDay,
  isDay,
  isoTime,
  LAST_TIME,
  MINUTE,
  monthsAfter,
  readDateTime,
  timestamp,
  utcDateTime,
} from './days.js';
export { isCnpj, isCpf, withoutPunctuation } from './documents.js';
export type { SaleRequest } from './fee-simulation.js';
export { simulateFees, simulateSale } from './fee-simulation.js';
export {
  lowerParts,
  MOST_INSTALLMENTS,
  PAID_AT_ONCE,
  PAYOUT_DAYS,
  paymentDate,
  shareAmount,
  splitAmount,
} from './installments.js';
export { MERCHANT, MOST_PIX, maskPixCode, PIX_HOURS, pixCode, readPixCode } from './pix-code.js';
export { printable, printableSource } from './printable.js';
