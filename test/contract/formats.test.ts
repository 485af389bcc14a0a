import { describe, expect, it } from 'vitest';
import { isDay } from '../../core/src/codes/days.js';
import { isCnpj, isCpf } from '../../core/src/codes/documents.js';
import { isLuhn } from '../../core/src/util/mod10.js';
import { dueFactor, readBoletoLine, readBrCode } from './brazil.ts';
import { contract } from './contract.ts';
import { examples, type Found, fieldsNamed, publishedCards } from './values.ts';

/** Returns the places of invalid values. Null is not a value. */
function wrong(found: readonly Found[], passes: (value: string, found: Found) => boolean): string[] {
  return found
    .filter(({ value }) => value !== null)
    .filter((one) => typeof one.value !== 'string' || !passes(one.value, one))
    .map(({ where, value }) => `${where} is ${JSON.stringify(value)}`);
}

describe('values in examples', () => {
  it('documents are valid CPF or CNPJ', () => {
    const documents = fieldsNamed(/^(document|document_number)$/);
    const numbers = fieldsNamed(/^number$/);
    expect(wrong(documents, (value) => isCpf(value) || isCnpj(value))).toEqual([]);
    const check: Readonly<Record<string, (value: string) => boolean>> = { cpf: isCpf, cnpj: isCnpj };
    const ofType = ({ record }: Found) => check[String(record.type).toLowerCase()];
    expect(wrong(numbers, (value, found) => ofType(found)?.(value) ?? false)).toEqual([]);
  });

  it('postal codes are CEP', () => {
    // A response has an empty one if the request had none.
    expect(wrong(fieldsNamed(/^zipcode$/), (value) => value === '' || /^\d{5}-?\d{3}$/.test(value))).toEqual([]);
  });

  it('card numbers are published test numbers and pass Luhn', () => {
    expect([...publishedCards].filter((number) => !isLuhn(number))).toEqual([]);
    expect(wrong(fieldsNamed(/^card_number$/), (number) => publishedCards.has(number))).toEqual([]);
  });

  it('no other number in the contract looks like a card number', () => {
    // A digest in hex digits may have such a number by chance.
    const numbers = JSON.stringify(contract).match(/(?<![\da-f.])\d{13,16}(?![\da-f.])/g) ?? [];
    const cards = numbers.filter((number) => isLuhn(number) && !publishedCards.has(number) && !isCnpj(number));
    expect(cards).toEqual([]);
  });

  it('card expiry is four digits MMYY', () => {
    expect(wrong(fieldsNamed(/^card_expiration_date$/), (value) => /^(0[1-9]|1[0-2])\d\d$/.test(value))).toEqual([]);
  });

  it('first and last digits are those of a published number of the brand', () => {
    const cards = contract['x-test-values'].cards as readonly { card_number: string; brand: string }[];
    expect(
      wrong(fieldsNamed(/^card_last_digits$/), (last, { record }) =>
        cards.some(
          ({ card_number, brand }) =>
            card_number.endsWith(last) &&
            card_number.startsWith(String(record.card_first_digits)) &&
            brand === record.brand,
        ),
      ),
    ).toEqual([]);
  });

  it('timestamps have microseconds and a Z, and updated_at is never before created_at', () => {
    const moments = /^(created_at|updated_at|canceled_at|expires_at|current_period_(start|end))$/;
    const isTimestamp = (value: string) =>
      /^.{10}T\d\d:\d\d:\d\d\.\d{6}Z$/.test(value) && !Number.isNaN(Date.parse(value)) && isDay(value.slice(0, 10));
    expect(wrong(fieldsNamed(moments), isTimestamp)).toEqual([]);
    expect(wrong(fieldsNamed(/^updated_at$/), (value, { record }) => value >= String(record.created_at))).toEqual([]);
  });

  it('phone numbers are international, with a plus sign', () => {
    const phones = fieldsNamed(/^phone_numbers$/).flatMap(({ value }) => (Array.isArray(value) ? value : [value]));
    expect(phones.filter((phone) => !/^\+[1-9]\d{7,14}$/.test(String(phone)))).toEqual([]);
    expect(phones).not.toEqual([]);
  });

  it('Pix codes have a valid checksum and the amount of their transaction', () => {
    const wrongAmount = fieldsNamed(/^pix_qr_code$/)
      .filter(({ value }) => value !== null)
      .map(({ where, value, record }) => ({ where, code: readBrCode(String(value)).amount, amount: record.amount }))
      .filter(({ code, amount }) => code !== amount);
    expect(wrongAmount).toEqual([]);
    expect(fieldsNamed(/^pix_qr_code$/).some(({ value }) => typeof value === 'string')).toBe(true);
  });

  it('boleto lines have valid check digits, the amount of their transaction and the due date', () => {
    const boletos = fieldsNamed(/^boleto$/).filter(({ value }) => typeof lineOf(value) === 'string');
    expect(boletos).not.toEqual([]);
    for (const { where, value, record } of boletos) {
      const { amount, factor } = readBoletoLine(String(lineOf(value)));
      expect(amount, where).toBe(record.amount);
      expect(factor, where).toBe(dueFactor(expirationOf(value)));
    }
  });
});

function lineOf(boleto: unknown): unknown {
  return typeof boleto === 'object' && boleto !== null && 'barcode_line' in boleto ? boleto.barcode_line : undefined;
}

/** Of the response itself, else of the one request that asks for a boleto. */
function expirationOf(boleto: unknown): string {
  if (typeof boleto === 'object' && boleto !== null && 'expiration' in boleto) return String(boleto.expiration);
  const request = examples.find((one) => one.title === 'createTransaction request boleto')?.value;
  const day = /"expiration":"([^"]+)"/.exec(JSON.stringify(request))?.[1] ?? '';
  if (!isDay(day)) throw new Error('The boleto request has no day of expiration.');
  return day;
}
