/** Returns an amount in centavos as `R$ 1,061.90`. */
export const reais = (centavos: number): string =>
  `R$ ${(centavos / 100).toFixed(2).replace(/\B(?=(\d{3})+\.)/g, ',')}`;
