/** The Pix code ("BR Code"): EMV fields, each with a two-digit id, a two-digit length and the value. */

export interface PixCharge {
  /** In centavos, from 1 to 999,999,999,999, because the field has 13 places. */
  readonly amount: number;
  /** Names the charge: up to 25 letters and digits. */
  readonly txid: string;
}

/** The name of the merchant, because the API has no field for it. At most 25 letters without accents. */
export const MERCHANT = 'Loja Exemplo';
/** The largest amount of a Pix code, in centavos. */
export const MOST_PIX = 999_999_999_999;
/** How many hours a Pix without `expiration_date` can be paid. A choice of the sandbox. */
export const PIX_HOURS = 24;
/** A random key of zeros has no owner, so a buyer cannot pay a sandbox's code by mistake. */
const NOBODYS_KEY = '00000000-0000-4000-8000-000000000000';

/** Returns the text of the QR code, with the amount and a valid checksum. Throws a RangeError for an amount that is out of range. */
export function pixCode({ amount, txid }: PixCharge): string {
  if (!Number.isInteger(amount) || amount < 1 || amount > MOST_PIX) {
    throw new RangeError(`amount: must be from 1 to ${MOST_PIX} centavos in a Pix code, not ${amount}`);
  }
  const code = [
    field('00', '01'),
    field('26', field('00', 'br.gov.bcb.pix') + field('01', NOBODYS_KEY)),
    field('52', '0000'),
    field('53', '986'),
    field('54', `${Math.floor(amount / 100)}.${String(amount % 100).padStart(2, '0')}`),
    field('58', 'BR'),
    field('59', MERCHANT),
    field('60', 'Sao Paulo'),
    field('62', field('05', txid.replace(/[^A-Za-z0-9]/g, '').slice(0, 25) || '***')),
    // The checksum covers its own id and length.
    '6304',
  ].join('');
  return code + crc16(code);
}

/** A payment code or line as its reader sees it. */
export interface ReadCode {
  /** Why the code is invalid: its check digit or its form. Undefined if it is valid. */
  readonly fault: string | undefined;
  /** In centavos. Undefined if the code has no amount. */
  readonly amount: number | undefined;
}

type Field = readonly [id: string, value: string];

/** Returns the EMV fields of a code or of a template in it; undefined if it is not a sequence of fields. */
function fieldsOf(code: string): Field[] | undefined {
  const fields: Field[] = [];
  for (let at = 0; at < code.length; ) {
    const [, id, length] = /^(\d\d)(\d\d)/.exec(code.slice(at, at + 4)) ?? [];
    const value = code.slice(at + 4, at + 4 + Number(length));
    if (id === undefined || value.length !== Number(length)) return undefined;
    fields.push([id, value]);
    at += 4 + value.length;
  }
  return fields;
}

const AMOUNT = /^\d{1,10}(\.\d{1,2})?$/;

/** Reads a Pix code of any bank. 54 is the amount in reais, 58 the country, 63 the checksum. */
export function readPixCode(code: string): ReadCode {
  const all = fieldsOf(code);
  if (!all) return { fault: 'is not a sequence of EMV fields', amount: undefined };
  const fields = new Map(all);
  const reais = fields.get('54') ?? '';
  const amount = AMOUNT.test(reais) ? Math.round(Number(reais) * 100) : undefined;
  if (fields.get('63') !== crc16(code.slice(0, -4))) return { fault: 'has a wrong checksum (field 63)', amount };
  return { fault: fields.get('58') === 'BR' ? undefined : 'does not name Brazil (field 58)', amount };
}

/** The fields that tell nothing of a person, with the form of their values. */
const TECHNICAL: Readonly<Record<string, RegExp>> = {
  '00': /^\d\d$/,
  '01': /^\d\d$/,
  '52': /^\d{4}$/,
  '53': /^\d{3}$/,
  '54': AMOUNT,
  '58': /^[A-Z]{2}$/,
};

/** Fields that consist of fields: 26 to 51 of the payee, 62 of the charge, 64 in another language, 80 to 99 of anybody. */
const TEMPLATE = /^(2[6-9]|[345]\d|6[24]|[89]\d)$/;

/**
 * Returns a Pix code without the payee's key, address, name and city, and without the name of the charge: stars replace them in equal length.
 * The checksum is right if it was right, and wrong if it was wrong, so `readPixCode` returns the same. Returns undefined for
 * any text other than a Pix code.
 */
export function maskPixCode(code: string): string | undefined {
  const fields = fieldsOf(code);
  if (!fields?.length) return undefined;
  const masked = fields.map(([id, value]) => field(id, maskField(id, value))).join('');
  const [id, checksum = ''] = fields.at(-1) ?? [];
  if (id !== '63' || checksum.length !== 4) return masked;
  const head = masked.slice(0, -4);
  const right = crc16(head);
  if (checksum === crc16(code.slice(0, -4))) return head + right;
  return head + (right === '0000' ? 'FFFF' : '0000');
}

function maskField(id: string, value: string): string {
  if (TECHNICAL[id]?.test(value)) return value;
  const parts = TEMPLATE.test(id) ? fieldsOf(value) : undefined;
  const isPix = (part: Field) => part[0] === '00' && /^br\.gov\.bcb\.pix$/i.test(part[1]);
  return parts ? parts.map((part) => field(part[0], isPix(part) ? part[1] : stars(part[1]))).join('') : stars(value);
}

const stars = (text: string) => '*'.repeat(text.length);

/** CRC-16/CCITT-FALSE of the UTF-8 bytes, as four hexadecimal digits: polynomial 1021, initial value FFFF. */
function crc16(text: string): string {
  let crc = 0xffff;
  for (const byte of new TextEncoder().encode(text)) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) crc = ((crc << 1) ^ (crc & 0x8000 ? 0x1021 : 0)) & 0xffff;
  }
  return crc.toString(16).toUpperCase().padStart(4, '0');
}

function field(id: string, value: string): string {
  return `${id}${String(value.length).padStart(2, '0')}${value}`;
}
