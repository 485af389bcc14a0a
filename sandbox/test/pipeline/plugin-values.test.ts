/** The scalar types that public plugins send, and the contract does not have. The sandbox converts them, with a warning for each. */
import { expect, test } from 'vitest';
import type { SandboxOptions } from '../../src/index.ts';
import { ASKS_3DS, byCard, card } from '../rules/requests.ts';
import { openSandbox, postAccepted, sendJson } from '../server/send.ts';

async function send(path: string, body: object, options: SandboxOptions = {}) {
  await using sandbox = openSandbox({ clock: '2026-11-20T13:05:41Z', ...options });
  const { id } = path.includes('{id}')
    ? await postAccepted(sandbox, CREATE, byCard({ capture: path.includes('refund') }))
    : {};
  return sendJson(sandbox, 'POST', path.replace('{id}', id), body);
}

const CREATE = '/v1/transactions';
const REFUND = `${CREATE}/{id}/refund`;
const CAPTURE = `${CREATE}/{id}/capture`;
const ON_A_DEVICE = {
  card: card(ASKS_3DS),
  threeDSecure: {
    urlSuccess: 'https://shop.example/s',
    urlFail: 'https://shop.example/f',
    onFailure: 'decline',
    device: { colorDepth: '1', screenHeight: '1080', screenWidth: '1920' },
  },
};

const is = (field: string, type: string, sent: string) =>
  `${field}: is a ${type} in the contract, and a ${sent} was sent`;

test.each([
  ['async of 1', CREATE, byCard({ async: 1 }), [is('async', 'boolean', 'number')]],
  ['async of "0"', CREATE, byCard({ async: '0' }), [is('async', 'boolean', 'string')]],
  ['installments in digits', CREATE, byCard({ installments: '3' }), [is('installments', 'number', 'string')]],
  [
    'a device with sizes and colors as strings',
    CREATE,
    byCard(ON_A_DEVICE),
    ['colorDepth', 'screenHeight', 'screenWidth'].map((name) => is(`threeDSecure.device.${name}`, 'number', 'string')),
  ],
  ['a refund with async of "0"', REFUND, { async: '0' }, [is('async', 'boolean', 'string')]],
  ['a capture with async of 0', CAPTURE, { async: 0 }, [is('async', 'boolean', 'number')]],
])('%s is converted, and refused with --strict', async (_, path, body, warnings) => {
  expect(await send(path, body)).toMatchObject({ status: 200, warnings });
  expect(await send(path, body, { strict: true })).toMatchObject({ status: 400 });
});

test('the converted values decide', async () => {
  const { body } = await send(CREATE, byCard({ installments: '3', async: '0', amount: 1998.9999999999998 }));
  expect(body).toMatchObject({ amount: 1999, installments: 3, status: 'paid' });
  expect((await send(CREATE, byCard({ async: 1 }))).body).toMatchObject({ status: 'processing' });
});

test.each([
  ['async in words', { async: 'banana' }, 'async: must be a boolean, not a string'],
  ['installments with decimals', { installments: '1.5' }, 'installments: must be an integer, not a string'],
  ['no installments', { installments: '' }, 'installments: must be an integer, not a string'],
])('%s is refused', async (_, changes, error) => {
  expect(await send(CREATE, byCard(changes))).toMatchObject({ status: 400, body: { errors: [error] } });
});
