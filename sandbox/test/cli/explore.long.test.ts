/**
 * Explores shops in other languages and test runners, with all kinds of disruptions.
 * @module-tag endurance
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test, vi } from 'vitest';
import { cli } from '../../../test/cli/in-process.ts';
import { programPath } from '../../../test/programs.ts';
import { temporaryFolder } from '../../../test/temporary-folder.ts';

const folder = temporaryFolder('explore-long');
const packageFile = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
afterAll(() => void vi.unstubAllEnvs());

test('a careful shop in Node holds in all runs', { timeout: 1_800_000 }, async () => {
  vi.stubEnv('FOLDER', folder);
  const shop = fileURLToPath(new URL('explore-shop.mjs', import.meta.url));
  const part = (task: string) => `"${process.execPath}" "${shop}" ${task}`;
  const books = ['--orders', part('orders'), '--reconcile', part('repair')];
  const { code, stdout } = await cli('explore', ...books, '--', process.execPath, shop, 'charge', 'careful');
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^explore: none of \d+ plans broke the shop/)]);
});

const CARD = `"card_number": "4111111111111111", "card_holder_name": "A", "card_expiration_date": "1239", "card_cvv": "123"`;

test('a test of PHPUnit with the trait uses the account of the run', {
  tags: 'phpunit',
}, async () => {
  writeFileSync(
    join(folder, 'CheckoutTest.php'),
    `<?php
require_once '${packageFile('testing/phpunit/PaymentGatewaySandbox.php')}';
final class CheckoutTest extends PHPUnit\\Framework\\TestCase
{
    use PaymentGateway\\Testing\\PaymentGatewaySandbox;
    public function testCheckout(): void
    {
        $body = json_decode('{"amount": 100, "payment_method": "credit_card", "card": {${CARD}}}', true);
        try {
            $paid = $this->account->post('/v1/transactions', $body);
        } catch (Throwable) {
            $paid = $this->account->post('/v1/transactions', $body);
        }
        self::assertSame('paid', $paid['status']);
    }
}
`,
  );
  const php = [programPath('phpunit'), '--no-configuration', '--do-not-cache-result', join(folder, 'CheckoutTest.php')];
  const { code, stdout } = await cli(
    'explore',
    '--without',
    'event,second-click,forged,buyer,later,assumption',
    '--',
    ...php,
  );
  expect([code, stdout]).toEqual([1, expect.stringMatching(/^explore: \d of \d+ .*\n\nthe order was charged twice: /)]);
});
