/** Reads PIX codes and boleto lines by their public rules. */
import { barcodeDigit, barcodeOf, mod10 } from '../../codes/boleto.js';

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
  const reais = fields.get('54') ?? '';
  const amount = /^\d{1,10}(\.\d{1,2})?$/.test(reais) ? Math.round(Number(reais) * 100) : undefined;
  if (fields.get('63') !== crc16(code.slice(0, -4))) return { fault: 'has a wrong checksum (field 63)', amount };
  return { fault: fields.get('58') === 'BR' ? undefined : 'does not name Brazil (field 58)', amount };
}

/** Returns the CRC-16/CCITT-FALSE checksum of the UTF-8 bytes (polynomial 1021, initial value FFFF) in hexadecimal. */
function crc16(text: string): string {
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
  if (!/^(\d{44}|\d{47})$/.test(digits)) return { fault: 'has neither 44 nor 47 digits', amount: undefined };
  const barcode = digits.length === 47 ? barcodeOf(digits) : digits;
  const amount = Number(barcode.slice(9, 19)) || undefined;
  const fields = digits.length === 47 ? [digits.slice(0, 10), digits.slice(10, 21), digits.slice(21, 32)] : [];
  if (fields.some((field) => mod10(field.slice(0, -1)) !== Number(field.at(-1))))
    return { fault: 'has a wrong check digit in a field', amount };
  const isRight = barcodeDigit(barcode.slice(0, 4) + barcode.slice(5)) === Number(barcode[4]);
  return { fault: isRight ? undefined : 'has a wrong general check digit', amount };
}
