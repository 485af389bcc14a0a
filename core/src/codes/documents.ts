/** Check digits of the numbers for people (CPF) and companies (CNPJ). */

/** Returns whether a CPF has eleven digits and valid check digits (mod 11). A repeated digit passes the sums but is invalid. */
export function isCpf(number: string): boolean {
  if (!/^\d{11}$/.test(number) || /^(\d)\1*$/.test(number)) return false;
  return [9, 10].every((length) => {
    const sum = weighted(number.slice(0, length), (index) => length + 1 - index);
    return ((sum * 10) % 11) % 10 === Number(number[length]);
  });
}

/** Returns whether a CNPJ of fourteen places is valid. Since July 2026 the first twelve may be letters, with the value of their ASCII code less 48. */
export function isCnpj(number: string): boolean {
  if (!/^[0-9A-Z]{12}\d{2}$/.test(number) || /^(\d)\1*$/.test(number)) return false;
  return [12, 13].every((length) => {
    const remainder = weighted(number.slice(0, length), (index) => 2 + ((length - 1 - index) % 8)) % 11;
    return (remainder < 2 ? 0 : 11 - remainder) === Number(number[length]);
  });
}

/** Returns the number without punctuation between its groups. */
export function withoutPunctuation(number: string): string {
  return number.replace(/[.\-/\s]/g, '').toUpperCase();
}

function weighted(places: string, weight: (index: number) => number): number {
  let sum = 0;
  for (let index = 0; index < places.length; index++) sum += (places.charCodeAt(index) - 48) * weight(index);
  return sum;
}
