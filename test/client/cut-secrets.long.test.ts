import { expect, test } from 'vitest';
import { expectNoPart, offsetsAround, secrets, shownAt } from './cut-secrets.ts';

test.each(Object.entries(secrets))(
  'no part of the secret %s appears, wherever the limit cuts it',
  async (_, secret) => {
    const { cut, around } = offsetsAround(secret);
    for (const offset of [...cut, ...around]) {
      const shown = await shownAt(offset, secret);
      expect(shown).toContain('a body of more than 65536 bytes');
      expectNoPart(shown, secret);
    }
  },
  600_000,
);
