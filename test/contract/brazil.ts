/** Readers of Pix codes and boleto lines, written from the public rules, to check what the package writes. */

/** The Luhn check digit: every second digit from the right counts double, digits of the products are added up. */
function mod10(digits: string): number {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const product = Number(digit) * (index % 2 === 0 ? 2 : 1);
    return total + Math.floor(product / 10) + (product % 10);
  }, 0);
  return (10 - (sum % 10)) % 10;
}

function weighted(places: readonly number[], weight: (index: number) => number): number {
  return places.reduce((sum, place, index) => sum + place * weight(index), 0);
}

/** Returns each text that differs from this one in one digit. */
export function slips(text: string): string[] {
  return [...text].flatMap((digit, at) =>
    /\d/.test(digit) ? [`${text.slice(0, at)}${(Number(digit) + 1) % 10}${text.slice(at + 1)}`] : [],
  );
}

/** CRC-16/CCITT-FALSE: polynomial 1021, initial value FFFF, four upper-case hexadecimal digits. */
function crc16(text: string): string {
  let crc = 0xffff;
  for (const byte of new TextEncoder().encode(text)) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) crc = ((crc << 1) ^ (crc & 0x8000 ? 0x1021 : 0)) & 0xffff;
  }
  return crc.toString(16).toUpperCase().padStart(4, '0');
}

/** The fields of an EMV code: two digits of id, two of length, the value. Throws where the lengths do not add up. */
function tlv(code: string): Map<string, string> {
  const fields = new Map<string, string>();
  for (let at = 0; at < code.length; ) {
    const [, id, length] = /^(\d\d)(\d\d)/.exec(code.slice(at)) ?? [];
    const value = code.slice(at + 4, at + 4 + Number(length));
    if (id === undefined || value.length !== Number(length)) throw new Error(`No EMV field at place ${at}.`);
    if (fields.has(id)) throw new Error(`Field ${id} twice.`);
    fields.set(id, value);
    at += 4 + value.length;
  }
  return fields;
}

export interface BrCode {
  /** In centavos; undefined where the payer chooses it. */
  readonly amount: number | undefined;
  readonly merchant: string;
  readonly city: string;
  readonly txid: string | undefined;
}

/** Reads a Pix code. Throws, and says why, if it is not one. */
export function readBrCode(code: string): BrCode {
  const fields = tlv(code);
  const expect = (id: string, value: string, found = fields.get(id)) => {
    if (found !== value) throw new Error(`Field ${id} is ${found}, not ${value}.`);
  };
  expect('00', '01');
  expect(
    '26/00',
    'br.gov.bcb.pix',
    tlv(fields.get('26') ?? '')
      .get('00')
      ?.toLowerCase(),
  );
  expect('52', '0000');
  expect('53', '986');
  expect('58', 'BR');
  // The checksum covers its own id and length.
  expect('63', crc16(code.slice(0, -4)));
  if (!code.endsWith(`6304${fields.get('63')}`)) throw new Error('Field 63 is not the last one.');
  const merchant = fields.get('59') ?? '';
  const city = fields.get('60') ?? '';
  if (!/^.{1,25}$/.test(merchant)) throw new Error('Field 59, the name, has 1 to 25 characters.');
  if (!/^.{1,15}$/.test(city)) throw new Error('Field 60, the city, has 1 to 15 characters.');
  const amount = fields.get('54');
  if (amount !== undefined && !/^\d+\.\d\d$/.test(amount)) throw new Error(`Field 54 is ${amount}, not an amount.`);
  return {
    amount: amount === undefined ? undefined : Number(amount.replace('.', '')),
    merchant,
    city,
    txid: tlv(fields.get('62') ?? '').get('05'),
  };
}

export interface Boleto {
  readonly bank: string;
  /** In centavos. */
  readonly amount: number;
  /** Days in the current count; see `dueFactor`. */
  readonly factor: number;
}

/** Reads the 47-digit line of a boleto (dots and blanks aside). Throws, and says why, if it is not one. */
export function readBoletoLine(line: string): Boleto {
  const digits = line.replace(/[. ]/g, '');
  const parts = /^(\d{9})(\d)(\d{10})(\d)(\d{10})(\d)(\d)(\d{4})(\d{10})$/.exec(digits)?.slice(1);
  if (parts === undefined) throw new Error('A boleto line has 47 digits.');
  const [first = '', d1, second = '', d2, third = '', d3, general, factor = '', amount = ''] = parts;
  for (const [field, digit] of [
    [first, d1],
    [second, d2],
    [third, d3],
  ] as const) {
    if (mod10(field) !== Number(digit))
      throw new Error(`The check digit of ${field} is ${mod10(field)}, not ${digit}.`);
  }
  const barcode = `${first.slice(0, 4)}${factor}${amount}${first.slice(4)}${second}${third}`;
  if (barcodeDigit(barcode) !== Number(general)) {
    throw new Error(`The general check digit is ${barcodeDigit(barcode)}, not ${general}.`);
  }
  return { bank: first.slice(0, 3), amount: Number(amount), factor: Number(factor) };
}

/** Mod 11 over the 43 other digits of the barcode; 0, 10 and 11 give 1. */
function barcodeDigit(digits: string): number {
  const sum = weighted([...digits].reverse().map(Number), (index) => 2 + (index % 8));
  const digit = 11 - (sum % 11);
  return digit > 9 ? 1 : digit;
}

/** The due factor of a date (`YYYY-MM-DD`): days since 1997-10-07, starting again at 1000 on 2025-02-22. */
export function dueFactor(date: string): number {
  const days = Math.round((Date.parse(date) - Date.parse('1997-10-07')) / 86_400_000);
  return days < 10_000 ? days : 1000 + ((days - 10_000) % 9000);
}
