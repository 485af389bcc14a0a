import { describe, expect, test } from 'vitest';
import { buildWebhookEvent } from '../../src/webhooks/index.js';

describe('buildWebhookEvent', () => {
  test('sets any field at any depth and leaves the others as in the contract', () => {
    const plain = buildWebhookEvent('transaction.status_changed');
    const event = buildWebhookEvent('transaction.status_changed', {
      payload: { status: 'refunded', customer: { email: 'other@example.com' }, items: [] },
    });
    expect(event).toEqual({
      ...plain,
      payload: {
        ...plain.payload,
        status: 'refunded',
        customer: { ...plain.payload.customer, email: 'other@example.com' },
        items: [],
      },
    });
  });

  test('model_id follows the id of the payload unless it is given', () => {
    expect(buildWebhookEvent('link.paid', { payload: { id: 9 } }).model_id).toBe('9');
    expect(buildWebhookEvent('link.paid', { payload: { id: 9 }, model_id: '10' }).model_id).toBe('10');
  });

  test('returns a new copy each time', () => {
    const event = buildWebhookEvent('customer.created');
    (event.payload as { name?: string }).name = 'changed';
    expect(buildWebhookEvent('customer.created').payload.name).not.toBe('changed');
  });

  test.each(['transaction.disputed', 'constructor', ''])(
    'JavaScript with the name %j gets an error with the valid names',
    (name) => {
      expect(() => buildWebhookEvent(name as never)).toThrow(
        /^name: must be one of transaction\.created, .*customer\.changed$/,
      );
    },
  );
});
