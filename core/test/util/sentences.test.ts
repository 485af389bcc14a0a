import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { unwrap } from '../../../src/index.js';
import { shop } from '../../../test/client/observed-fetch.ts';
import { runs } from '../../../test/property-runs.ts';
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

/** Sentences of a server, with each end that a writer may choose. */
const ends = ['', '.', '!', '?', '…', '...', '."', '.)', '"', ':', ';', ',', ' ', '.\n', '. '];
const ofServer = fc.tuple(
  fc.constantFrom('O valor é inválido', 'must be one of "transactions"', 'Not'),
  fc.constantFrom(...ends),
);

test('the message of an error has no doubled mark, however the sentences of the server end', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(ofServer, { minLength: 1, maxLength: 3 }), fc.boolean(), async (said, isPost) => {
      const errors = said.map(([text, end]) => `${text}${end}`);
      const { client } = shop({ retries: 0 }, Response.json({ errors }, { status: isPost ? 500 : 422 }));
      const call = isPost
        ? client.POST('/v1/transactions', { body: { payment_method: 'pix', amount: 100 } })
        : client.GET('/v1/customers');
      const failed: Promise<{ data?: unknown; error?: unknown; response: Response }> = call;
      const { message } = (await unwrap(failed).catch((reason: unknown) => reason)) as Error;
      expect(message.replaceAll('...', '…')).not.toMatch(/[.,:;]\s*[.;]|[.!?…]["')]*\./);
      expect(message).toMatch(/[.!?…]["')]* (Correct the request|It may have been accepted: .*)\.$/s);
    }),
    { numRuns: runs(200) },
  );
});
