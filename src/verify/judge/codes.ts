/** Reads PIX codes and boleto lines by their public rules. */

export interface Code {
  /** Why the code is invalid: its check digit or its form. Undefined if it is valid. */
  readonly fault: string | undefined;
  /** In centavos. Undefined if the code has no amount. */
  readonly amount: number | undefined;
}

/** Reads a PIX code (BR Code). Each field is a two-digit id, a two-digit length and a value. 54 is the amount in reais, 63 the checksum. */
export function readPixCode(code: string): Code {
  const fields = new Map<string, string>();
  for (let at = 0; at < code.length; ) {
    const [, id, length] = /^(\d\d)(\d\d)/.exec(code.slice(at, at + 4)) ?? [];
    const value = code.slice(at + 4, at + 4 + Number(length));
    if (id === undefined || value.length !== Number(length))
      return { fault: 'is not a sequence of EMV fields', amount: undefined };
    fields.set(id, value);
    at += 4 + value.length;
  }
  const reais = fields.get('54');
  const amount =
    reais !== undefined && /^\d{1,10}(\.\d{1,2})?$/.test(reais) ? Math.round(Number(reais) * 100) : undefined;
  if (fields.get('63') !== crc16(code.slice(0, -4))) return { fault: 'has a wrong checksum (field 63)', amount };
  if (fields.get('58') !== 'BR') return { fault: 'does not name Brazil (field 58)', amount };
  return { fault: undefined, amount };
}

/** Returns the CRC-16/CCITT-FALSE checksum (polynomial 1021, initial value FFFF) as four upper-case hexadecimal digits. */
export function crc16(text: string): string {
  let crc = 0xffff;
  for (const byte of new TextEncoder().encode(text)) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) crc = ((crc << 1) ^ (crc & 0x8000 ? 0x1021 : 0)) & 0xffff;
  }
  return crc.toString(16).toUpperCase().padStart(4, '0');
}

/** Reads a boleto line (47 digits) or barcode (44 digits) and checks its check digits. Ignores dots and blanks. */
export function readBoleto(line: string): Code {
  const digits = line.replaceAll(/[. ]/g, '');
  if (/^\d{44}$/.test(digits)) return readBarcode(digits);
  const parts = /^(\d{9})(\d)(\d{10})(\d)(\d{10})(\d)(\d)(\d{14})$/.exec(digits)?.slice(1);
  if (!parts) return { fault: 'has neither 44 nor 47 digits', amount: undefined };
  const [first = '', d1, second = '', d2, third = '', d3, general = '', rest = ''] = parts;
  const barcode = readBarcode(`${first.slice(0, 4)}${general}${rest}${first.slice(4)}${second}${third}`);
  const isWrong = mod10(first) !== Number(d1) || mod10(second) !== Number(d2) || mod10(third) !== Number(d3);
  return isWrong ? { ...barcode, fault: 'has a wrong check digit in a field' } : barcode;
}

function readBarcode(digits: string): Code {
  const sum = [...(digits.slice(0, 4) + digits.slice(5))]
    .reverse()
    .reduce((total, digit, index) => total + Number(digit) * (2 + (index % 8)), 0);
  const remainder = 11 - (sum % 11);
  const expected = remainder > 9 ? 1 : remainder;
  const amount = Number(digits.slice(9, 19)) || undefined;
  return { fault: expected === Number(digits[4]) ? undefined : 'has a wrong general check digit', amount };
}

function mod10(digits: string): number {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const product = Number(digit) * (index % 2 === 0 ? 2 : 1);
    return total + Math.floor(product / 10) + (product % 10);
  }, 0);
  return (10 - (sum % 10)) % 10;
}
