import { describe, expect, test } from 'vitest';
import { clauses, sentence } from '../../src/util/index.js';

describe('a text becomes a sentence', () => {
  test.each([
    ['unknown type', 'unknown type.'],
    ['unknown type.', 'unknown type.'],
    ['one of "transactions".', 'one of "transactions".'],
    ['one of "transactions"', 'one of "transactions".'],
    ['not now!', 'not now!'],
    ['(really?)', '(really?)'],
    ['{"title":"expired."}', '{"title":"expired."}.'],
    ['and so on…', 'and so on…'],
    ['and so on...', 'and so on...'],
    ['the reasons: \n', 'the reasons.'],
    ['a list;', 'a list.'],
  ])('%j', (text, expected) => {
    expect(sentence(text)).toBe(expected);
    expect(sentence(expected)).toBe(expected);
  });
});

test('each text that is joined loses one period, except for the last', () => {
  expect(clauses(['one.', 'two', 'three...', 'four.'])).toBe('one; two; three...; four.');
  expect(clauses(['fetch failed.', 'reset.'], ': ')).toBe('fetch failed: reset.');
});
