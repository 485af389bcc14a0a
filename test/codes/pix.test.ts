import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MOST_PIX, pixCode } from '../../src/codes/pix.js';
import { readBrCode } from '../contract/brazil.ts';

test('a PIX code says its amount, whom it pays and its txid, and its checksum is right', () => {
  expect(readBrCode(pixCode({ amount: 15990, txid: 'PEDIDO1002' }))).toEqual({
    amount: 15990,
    merchant: 'Loja Exemplo',
    city: 'Sao Paulo',
    txid: 'PEDIDO1002',
  });
});

test('names lose their accents and signs, and are cut to what fits', () => {
  const code = pixCode({
    amount: 1,
    txid: 'x'.repeat(40),
    merchant: 'Açaí & Cia. do João Ninguém Ltda',
    city: 'São José dos Campos',
  });
  expect(readBrCode(code)).toEqual({
    amount: 1,
    merchant: 'Acai  Cia do Joao Ninguem',
    city: 'Sao Jose dos Ca',
    txid: 'x'.repeat(25),
  });
});

test('any amount, any text: a reader of its own gets the amount back', () => {
  const text = fc.string({ unit: 'grapheme' });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: MOST_PIX }), text, text, text, (amount, txid, merchant, city) => {
      expect(readBrCode(pixCode({ amount, txid, merchant, city })).amount).toBe(amount);
    }),
  );
});

test.each([0, -1, 1.5, Number.NaN, MOST_PIX + 1, Number.POSITIVE_INFINITY])('no code carries %s', (amount) => {
  expect(() => pixCode({ amount, txid: 'x' })).toThrow(RangeError);
});
