import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { requireOrders } from '../../../../core/src/books/index.js';
import { cli } from '../../../../test/cli/in-process.ts';
import { temporaryFolder } from '../../../../test/temporary-folder.ts';
import { createDifferences, startGateway } from '../../../../verify/test/books/shop.ts';

const folder = temporaryFolder('every-night');
const guide = readFileSync('scripts/docs/guide/en/every-night.md', 'utf8');

afterEach(() => {
  vi.unstubAllEnvs();
});

test('the command of the guide finds each kind of difference in the table', async () => {
  vi.stubEnv('PAYMENT_GATEWAY_TOKEN', 'token');
  await using sandbox = await startGateway();
  const file = join(folder, 'orders.json');
  writeFileSync(file, JSON.stringify(await createDifferences(sandbox)));
  const [, line = ''] = /^npx payment-gateway-verify (books (?:.*\\\n)+.*)$/m.exec(guide) ?? [];
  const values: Record<string, string> = {
    'https://gateway.example': sandbox.url,
    "'php /srv/shop/orders.php'": `"${process.execPath}" -p "fs.readFileSync('${file.replaceAll('\\', '/')}', 'utf8')"`,
    '"$(date -d \'3 days ago\' +%F)"': '2025-01-08',
  };
  const words = line.match(/'[^']*'|"[^"]*"|[^\s\\]+/g) ?? [];

  const { code, stdout } = await cli('verify', ...words.map((word) => values[word] ?? word));

  const titles = [...guide.matchAll(/^\| `(.+?)` \|/gm)].map(([, title]) => title);
  const found = titles.filter((title) => stdout.includes(`${title}\n`));
  expect(code).toBe(1);
  expect(titles.filter((title) => !found.includes(title))).toEqual(['Open', 'Not compared']);
});

test('the orders of the guide have the fields that the command reads', () => {
  const [, json = ''] = /^```json\n(.*?)^```/ms.exec(guide) ?? [];
  expect(requireOrders(JSON.parse(json))).toEqual(JSON.parse(json));
});
