import { expect, test } from 'vitest';
import { bugs } from '../../../tables/explored-bugs.ts';
import { texts } from '../../src/findings/index.js';
import { FINDINGS } from './findings.ts';

const pt = texts['pt-BR'].said;
/** English words that no Portuguese sentence has. */
const ENGLISH = /\b(?:the|was|is|and|with|plans?|gateway received|answered|wrote)\b/;

test.each([...new Set(bugs.map(({ problem }) => problem))])('the problem "%s" has Portuguese', (problem) => {
  expect(pt(problem)).not.toMatch(ENGLISH);
  expect(pt(problem)).not.toMatch(/R\$ |\d\.\d\d\b/);
});

// What a shop without a bug of the gallery shows.
test.each([
  'the flow sent no request to the gateway with the address and the token of the run',
  'two runs without a disruption differ, so no plan can be repeated: first createCard #1, then nothing more',
  'the shop never settles: it was still changing payments after 5 repairs',
  'the command exited with 1',
  'the command was ended by SIGTERM',
  'the order was charged twice: transaction 1 (R$ 1.00 paid) and transaction 2 (R$ 2.00 authorized); if these are two sales, name the order of each payment with orderOf',
  'A crash did not end what the shop holds in memory, such as a lock: it has no restart.',
  'A crash did not end programs in a container or in another session.',
  'The shop shares state between runs, such as a client or a folder at the top of a module, so they went on one by one.',
  'The first difference: createTransaction #1',
])('the sentence "%s" has Portuguese', (sentence) => {
  expect(pt(sentence)).not.toMatch(ENGLISH);
});

test('the steps and the summary of a run have Portuguese', () => {
  for (const { steps } of FINDINGS.failures)
    for (const { what, outcome } of steps) expect(pt(`${outcome || what}`)).not.toMatch(ENGLISH);
  expect(pt(FINDINGS.bound)).toBe('Sem perturbação: createTransaction; recebeu R$\u00a0159,90.');
  expect(pt('Tried: 11 faults, 2 crashes, 1 delivery, 3 deliveries, 7 acts of others, 1 act of another buyer.')).toBe(
    'Testados: 11 falhas, 2 quedas, 1 entrega, 3 entregas, 7 ações de outros, 1 ação de outro comprador.',
  );
});

test('an amount never breaks over two lines, and has the form of the language', () => {
  expect(texts.en.said('order-1 costs R$ 1599.90')).toBe('order-1 costs R$\u00a01599.90');
  expect(pt('order-1 was shipped for R$ 1599.90, but it costs R$ 1234567.00')).toBe(
    'order-1 foi enviado por R$\u00a01.599,90, mas custa R$\u00a01.234.567,00',
  );
  expect(pt('a text that nobody translated')).toBe('a text that nobody translated');
});
