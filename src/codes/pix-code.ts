/** The PIX code ("BR Code"): EMV fields, each with a two-digit id, a two-digit length and the value. */

export interface PixCharge {
  /** In centavos, from 1 to 999,999,999,999, because the field has 13 places. */
  readonly amount: number;
  /** Names the charge: up to 25 letters and digits. */
  readonly txid: string;
}

/** The name of the merchant, because the API has no field for it. At most 25 letters without accents. */
export const MERCHANT = 'Loja Exemplo';
/** The largest amount of a PIX code, in centavos. */
export const MOST_PIX = 999_999_999_999;
/** How many hours a PIX without `expiration_date` can be paid. A choice of the mock and the sandbox. */
export const PIX_HOURS = 24;
/** A random key of zeros has no owner, so a buyer cannot pay a sandbox's code by mistake. */
const NOBODYS_KEY = '00000000-0000-4000-8000-000000000000';

/** Returns the text of the QR code, with the amount and a valid checksum. Throws a RangeError for an amount that is out of range. */
export function pixCode({ amount, txid }: PixCharge): string {
  if (!Number.isInteger(amount) || amount < 1 || amount > MOST_PIX) {
    throw new RangeError(`amount: must be from 1 to ${MOST_PIX} centavos in a PIX code, not ${amount}`);
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

/** Reads a PIX code of any bank. 54 is the amount in reais, 58 the country, 63 the checksum. */
export function readPixCode(code: string): ReadCode {
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

/** The CRC remainder of each byte. */
const REMAINDERS = /* @__PURE__ */ Uint16Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 8;
  for (let bit = 0; bit < 8; bit++) crc = (crc << 1) ^ (crc & 0x8000 ? 0x1021 : 0);
  return crc;
});

/** CRC-16/CCITT-FALSE of the UTF-8 bytes, as four hexadecimal digits: polynomial 1021, initial value FFFF. */
function crc16(text: string): string {
  let crc = 0xffff;
  for (const byte of new TextEncoder().encode(text)) crc = ((crc << 8) & 0xffff) ^ (REMAINDERS[(crc >> 8) ^ byte] ?? 0);
  return crc.toString(16).toUpperCase().padStart(4, '0');
}

function field(id: string, value: string): string {
  return `${id}${String(value.length).padStart(2, '0')}${value}`;
}
