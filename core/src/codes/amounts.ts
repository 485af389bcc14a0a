import { MOST_BOLETO } from './boleto-slip.js';
import { MOST_PIX } from './pix-code.js';

/** Returns an amount in centavos as `R$ 1,061.90`. */
export const reais = (centavos: number): string =>
  `R$ ${(centavos / 100).toFixed(2).replace(/\B(?=(\d{3})+\.)/g, ',')}`;

/** Returns why no Pix code or boleto line of a payment can carry an amount in centavos, or undefined if it can. */
export function aboveMost(method: string | undefined, amount: number): string | undefined {
  if (method === 'pix' && amount > MOST_PIX) return `a Pix code carries at most ${MOST_PIX} centavos`;
  if (method === 'boleto' && amount > MOST_BOLETO) return `a boleto carries at most ${MOST_BOLETO} centavos`;
  return undefined;
}
