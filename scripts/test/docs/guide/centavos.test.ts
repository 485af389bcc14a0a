import { describe, expect, test } from 'vitest';
import { startSandbox } from '../../../../sandbox/src/index.js';
import { type GuideLanguage, startShop } from './functions.ts';

// Runs `centavos` of the guide "API conventions" in both languages.

const PRICES: [number | string, number][] = [
  ['9,90', 990],
  ['1.000,00', 100_000],
  [19.99, 1999],
  ['1.599,90', 159_990],
  ['159,90', 15_990],
  ['R$ 1.599,90', 159_990],
  ['R$\u00a01.234.567,89', 123_456_789],
  ['19.99', 1999],
  ['19.9', 1990],
  ['1.599', 159_900],
  ['1599', 159_900],
  [' 0,05 ', 5],
  [0.1 + 0.2, 30],
  [1599, 159_900],
];
const NO_PRICES = ['', 'grátis', '-9,90', '1,599.90', '1.59,90', '9,999', '1e3', -5, 1e30];

const languages: [GuideLanguage, { tags?: 'php' }][] = [
  ['TypeScript', {}],
  ['PHP', { tags: 'php' }],
];

for (const [language, options] of languages) {
  describe(`prices to centavos in ${language}`, options, () => {
    test('are exact, and anything else is an error', async () => {
      await using sandbox = await startSandbox({ port: 0, log: 'silent' });
      await using shop = await startShop(language, sandbox.url);
      for (const [price, centavos] of PRICES) expect(await shop.call('centavos', price), `${price}`).toBe(centavos);
      for (const price of NO_PRICES)
        await expect(shop.call('centavos', price), `${price}`).rejects.toThrow('price: must look like 159,90');
    });
  });
}
