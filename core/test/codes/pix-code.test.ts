import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readBrCode, slips } from '../../../test/contract/brazil.ts';
import { MOST_PIX, maskPixCode, pixCode, readPixCode } from '../../src/codes/pix-code.js';

test('a Pix code contains its amount, its payee and its txid, with a valid checksum', () => {
  expect(readBrCode(pixCode({ amount: 15990, txid: 'PEDIDO1002' }))).toEqual({
    amount: 15990,
    merchant: 'Loja Exemplo',
    city: 'Sao Paulo',
    txid: 'PEDIDO1002',
  });
});

test('cuts the name of the charge to the limit', () => {
  expect(readBrCode(pixCode({ amount: 1, txid: 'x'.repeat(40) })).txid).toBe('x'.repeat(25));
});

test('the sample of the central bank is read, and with any digit changed it is wrong', () => {
  const sample =
    '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***63041D3D';
  expect(readPixCode(sample)).toEqual({ fault: undefined, amount: undefined });
  expect(slips(sample).filter((code) => readPixCode(code).fault === undefined)).toEqual([]);
});

test('a second parser reads the amount back, for any amount and text', () => {
  const text = fc.string({ unit: 'grapheme' });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: MOST_PIX }), text, (amount, txid) => {
      const code = pixCode({ amount, txid });
      expect(readBrCode(code).amount).toBe(amount);
      expect(readPixCode(code)).toEqual({ fault: undefined, amount });
    }),
  );
});

test.each([0, -1, 1.5, Number.NaN, MOST_PIX + 1, Number.POSITIVE_INFINITY])('a code cannot contain %s', (amount) => {
  expect(() => pixCode({ amount, txid: 'x' })).toThrow(RangeError);
});

test('the reader names the error in a code, and accepts names with accents', () => {
  const code = pixCode({ amount: 15990, txid: 'x' });
  expect(readPixCode(code.slice(0, -1))).toMatchObject({ fault: 'is not a sequence of EMV fields' });
  expect(readPixCode(`${code.slice(0, -4)}0000`)).toEqual({ fault: 'has a wrong checksum (field 63)', amount: 15990 });
  // The checksum is over UTF-8 bytes, as some banks write it.
  const named = '5802BR5910São João 76304';
  expect(readPixCode(`${named}${crc(named)}`).fault).toBeUndefined();
  expect(readPixCode(`${named.replace('BR', 'US')}${crc(named.replace('BR', 'US'))}`).fault).toMatch(
    /does not name Brazil/,
  );
});

/** CRC-16/CCITT-FALSE, bit by bit. */
function crc(text: string): string {
  let crc = 0xffff;
  for (const byte of Buffer.from(text)) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) crc = ((crc << 1) ^ (crc & 0x8000 ? 0x1021 : 0)) & 0xffff;
  }
  return crc.toString(16).toUpperCase().padStart(4, '0');
}

const emv = (id: string, value: string) => `${id}${String(value.length).padStart(2, '0')}${value}`;
/** A text that no other part of a code contains. */
const telling = fc.stringMatching(/^[h-zH-Zçãé]{4,12}$/);
const pixCodes = fc
  .record({
    key: telling,
    address: telling,
    name: telling,
    city: telling,
    charge: telling,
    description: telling,
    amount: fc.constantFrom('', '159.90', 'none', '12345678901'),
    country: fc.constantFrom('BR', 'US', 'xx'),
    checksum: fc.constantFrom('right', 'wrong', 'lower case', 'missing', 'first'),
    scheme: fc.constantFrom('br.gov.bcb.pix', 'BR.GOV.BCB.Pix'),
  })
  .map(({ amount, country, checksum, scheme, ...secrets }) => {
    const { key, address, name, city, charge, description } = secrets;
    const payee = emv('00', scheme) + emv('01', key) + emv('02', description) + emv('25', address);
    const due = amount && emv('54', amount);
    const fields = `${emv('26', payee)}52040000${emv('53', '986')}${due}${emv('58', country)}${emv('59', name)}`;
    const rest = `${emv('60', city)}${emv('62', emv('05', charge))}${emv('64', emv('01', name))}${emv('81', city)}`;
    const head = `000201${checksum === 'first' ? emv('63', 'FFFF') : ''}${fields}${rest}6304`;
    const right = crc(head);
    const ends = { right, wrong: right === '1D3D' ? '1D3E' : '1D3D', 'lower case': right.toLowerCase(), first: right };
    const code = checksum === 'missing' ? head.slice(0, -4) : head + ends[checksum];
    return { code, secrets: Object.values(secrets) };
  });

test('property: a masked code is read as before, has the same length, and contains nothing of the payee', () => {
  fc.assert(
    fc.property(pixCodes, ({ code, secrets }) => {
      const masked = maskPixCode(code) ?? '';
      expect(readPixCode(masked)).toEqual(readPixCode(code));
      expect(masked).toHaveLength(code.length);
      for (const secret of secrets) expect(masked).not.toContain(secret);
      expect(maskPixCode(masked)).toBe(masked);
    }),
  );
});

test.each(['', 'paid', '0002', '00990', '[redacted]'])(
  'the mask of %j is undefined, because it is not a Pix code',
  (text) => {
    expect(maskPixCode(text)).toBeUndefined();
  },
);
