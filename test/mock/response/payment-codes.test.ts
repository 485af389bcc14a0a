import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dueFactor } from '../../../src/codes/boleto-slip.ts';
import { dayInSaoPaulo, readDateTime } from '../../../src/codes/days.ts';
import { withPaymentCodes } from '../../../src/mock/response/payment-codes.ts';
import { readBoletoLine, readBrCode } from '../../contract/brazil.ts';
import { createMock, sendJson } from '../send.ts';

describe('the codes of a payment', () => {
  const pay = async (body: object) => {
    const mock = createMock();
    return (await sendJson(mock, 'POST', '/v1/transactions', body)).body;
  };

  test('a Pix code is for the amount, and waits', async () => {
    const { pix_qr_code, pix_expiration_date } = await pay({ amount: 1234567, payment_method: 'pix' });
    expect(readBrCode(pix_qr_code)).toMatchObject({ amount: 1234567, txid: 'PEDIDO1002' });
    expect(readDateTime(pix_expiration_date)).toBeGreaterThan(Date.now());
  });

  test('a Pix code expires at the requested time', async () => {
    const sent = { amount: 5, payment_method: 'pix', expiration_date: '2099-01-02 03:04:05' };
    expect((await pay(sent)).pix_expiration_date).toBe('2099-01-02 03:04:05');
  });

  test('a boleto line is for the amount and the day', async () => {
    const { boleto } = await pay({ amount: 700, payment_method: 'boleto', boleto: { expiration: '2027-03-04' } });
    expect(readBoletoLine(boleto.barcode_line)).toMatchObject({ amount: 700 });
    expect(boleto.barcode_line.slice(33, 37)).toBe(dueFactor('2027-03-04'));
  });

  test('a boleto without a day is due in three days', async () => {
    const { boleto } = await pay({ amount: 15990, payment_method: 'boleto' });
    const days = [2, 3, 4].map((day) => dueFactor(dayInSaoPaulo(Date.now() + day * 86_400_000)));
    expect(days).toContain(boleto.barcode_line.slice(33, 37));
  });

  test.each(['pix', 'boleto'])('a %s with async waits for payment', async (payment_method) => {
    for (const async of [true, false, 1, '0']) {
      expect((await pay({ amount: 1, payment_method, async })).status).toBe('waiting_payment');
    }
  });

  test('a Pix that does not is processing, as the document shows', async () => {
    expect((await pay({ amount: 1, payment_method: 'pix' })).status).toBe('processing');
  });
});

const NOW = Date.parse('2026-11-20T13:05:41Z');

test('any amount and day give a code that an independent reader accepts, or the code of the example', () => {
  const response = { id: 7, pix_qr_code: 'example', boleto: { barcode_line: 'example' } };
  const amounts = fc.oneof(fc.integer({ min: 1, max: 9_999_999_999 }), fc.anything());
  const days = fc.oneof(
    fc.date({ noInvalidDate: true }).map((date) => date.toISOString().slice(0, 10)),
    fc.anything(),
  );
  fc.assert(
    fc.property(amounts, days, (amount, expiration) => {
      const pix = withPaymentCodes(response, { payment_method: 'pix', amount }, {}, NOW) as typeof response;
      if (pix.pix_qr_code !== 'example') expect(readBrCode(pix.pix_qr_code).amount).toBe(amount);
      const sent = { payment_method: 'boleto', amount, boleto: { expiration } };
      const { boleto } = withPaymentCodes(response, sent, {}, NOW) as typeof response;
      if (boleto.barcode_line !== 'example') expect(readBoletoLine(boleto.barcode_line).amount).toBe(amount);
      if (Number.isInteger(amount) && Number(amount) >= 1 && Number(amount) <= 9_999_999_999) {
        expect([pix.pix_qr_code, boleto.barcode_line]).not.toContain('example');
      }
    }),
  );
});
