import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MOST_PIX, pixCode } from '../../src/codes/pix.js';
import { readBrCode } from '../contract/brazil.ts';

test('a PIX code contains its amount, its payee and its txid, with a valid checksum', () => {
  expect(readBrCode(pixCode({ amount: 15990, txid: 'PEDIDO1002' }))).toEqual({
    amount: 15990,
    merchant: 'Loja Exemplo',
    city: 'Sao Paulo',
    txid: 'PEDIDO1002',
  });
});

test('removes accents and signs from names, and cuts them to the limit', () => {
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

test('a second parser reads the amount back, for any amount and text', () => {
  const text = fc.string({ unit: 'grapheme' });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: MOST_PIX }), text, text, text, (amount, txid, merchant, city) => {
      expect(readBrCode(pixCode({ amount, txid, merchant, city })).amount).toBe(amount);
    }),
  );
});

test.each([0, -1, 1.5, Number.NaN, MOST_PIX + 1, Number.POSITIVE_INFINITY])('a code cannot contain %s', (amount) => {
  expect(() => pixCode({ amount, txid: 'x' })).toThrow(RangeError);
});
