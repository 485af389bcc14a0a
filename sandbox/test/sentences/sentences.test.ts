import { expect, test } from 'vitest';
import { amount, kindOf, mapWords, print, readSentence, say } from '../../src/sentences/index.js';
import { TABLE } from '../../src/sentences/table.js';

/** English words that no Portuguese sentence has. */
const ENGLISH = /\b(?:the|was|is|and|with|plans?|gateway received|answered|wrote)\b/;

const PART = /\{\w+\}/g;

const partsOf = (template: string) => [...new Set(template.match(PART))].toSorted();

test.each(Object.entries(TABLE))(
  'the sentence "%s" has the same parts in both languages',
  (_, [english, portuguese]) => {
    expect(partsOf(portuguese)).toEqual(partsOf(english));
    expect(portuguese.replace(PART, '')).not.toMatch(ENGLISH);
  },
);

test('a sentence is data: the order of its words and the form of its amounts are those of the language', () => {
  const problem = say('shipped-underpaid', { order: 'order-1', paid: amount(159_990), due: amount(123_456_700) });
  expect(problem).toEqual({
    key: 'shipped-underpaid',
    parts: { order: 'order-1', paid: { centavos: 159_990 }, due: { centavos: 123_456_700 } },
    text: 'order-1 was shipped for R$ 1,599.90, but it costs R$ 1,234,567.00',
  });
  expect(print(problem, 'pt-BR')).toBe('order-1 foi enviado por R$ 1.599,90, mas custa R$ 1.234.567,00');
});

test('a list and a count have the form of the language', () => {
  const kinds = [say('request', { count: 11 }), say('deliveries', { count: 1 }), say('crash', { count: 2 })];
  const tried = say('tried', { plans: kinds });
  expect(tried.text).toBe('Tried: 11 faults, 1 delivery, and 2 crashes.');
  expect(print(tried, 'pt-BR')).toBe('Testados: 11 falhas, 1 entrega e 2 quedas.');
});

test('a sentence about one plan has its own form', () => {
  const none = (count: number) => print(say('none-broke', { count }), 'pt-BR');
  expect([none(1), none(2)]).toEqual(['o plano não quebrou a loja', 'nenhum de 2 planos quebrou a loja']);
  expect(say('none-broke', { count: 1 }).text).toBe('none of 1 plan broke the shop');
});

test('the brackets of a shop are no forms', () => {
  expect(say('did', { operations: '[a|b]', amount: amount(1) }).text).toBe('[a|b]; received R$ 0.01');
});

test('problems that differ in ids only are of one kind', () => {
  const of = (id: string, centavos: number) =>
    kindOf(say('payment-without-order', { payments: [say('paid', { id, amount: amount(centavos) })] }));
  expect(of('1001', 100)).toBe(of('1003', 100));
  expect(of('1001', 100)).not.toBe(of('1001', 200));
});

test('hides words in every part', () => {
  const step = say('then-died', { outcome: say('answered-because', { status: 400, message: 'a secret' }) });
  expect(mapWords(step, (word) => word.replace('secret', '***')).text).toBe(
    'the gateway answered 400: a ***; then the process died',
  );
});

test.each([
  [{ key: 'no such key', parts: {}, text: 'a text of another version' }, 'a text of another version'],
  [{ key: 'toString', parts: {}, text: 'a' }, 'a'],
  [{ key: 'paid', parts: 7, text: {} }, ''],
  [['a'], ''],
  [null, ''],
  [7, ''],
])('reads %j of a file as a text', (value, text) => {
  expect(readSentence(value)).toBe(text);
});

test('a sentence of a file without its parts has gaps', () => {
  expect(print(readSentence({ key: 'paid', parts: { amount: { centavos: 'x' } } }), 'en')).toBe('transaction  ( paid)');
});
