/** Returns an amount in centavos as `R$ 5.00`. */
export const reais = (centavos: number): string => `R$ ${(centavos / 100).toFixed(2)}`;
