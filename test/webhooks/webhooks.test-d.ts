import { expectTypeOf, test } from 'vitest';
import type { WebhookBody as ContractBody } from '../../generated/webhook-examples.js';
import { createGatewayClient, type PaymentLink, type Transaction, unwrap } from '../../src/index.js';
import {
  buildWebhookEvent,
  confirmWebhookEvent,
  parseWebhookEvent,
  type WebhookBody,
  type WebhookEventName,
} from '../../src/webhooks/index.js';

const client = createGatewayClient({ baseUrl: 'https://gateway.example', accessToken: 'token' });

test('the name of an event determines the type of its payload', () => {
  const event = parseWebhookEvent('{}');
  if (!event.known) {
    expectTypeOf(event.event).toBeString();
    expectTypeOf(event.payload).toBeUnknown();
    // @ts-expect-error nothing is known of where it could be fetched
    confirmWebhookEvent(client, event);
    return;
  }
  expectTypeOf(event.event).toEqualTypeOf<WebhookEventName>();
  if (event.event === 'link.paid') {
    expectTypeOf(event.payload).toEqualTypeOf<PaymentLink>();
    expectTypeOf(unwrap(confirmWebhookEvent(client, event))).toEqualTypeOf<Promise<PaymentLink>>();
  }
});

test('test events are typed', () => {
  expectTypeOf(buildWebhookEvent('transaction.created').payload).toEqualTypeOf<Transaction>();
  buildWebhookEvent('transaction.created', { payload: { customer: { name: 'Maria' } } });
  // @ts-expect-error no such event
  buildWebhookEvent('transaction.disputed');
  // @ts-expect-error the amount is a number
  buildWebhookEvent('transaction.created', { payload: { amount: '100' } });
});

test('the payloads have the types of the contract', () => {
  type Payloads = { [Name in WebhookEventName]: WebhookBody<Name>['payload'] };
  type InContract = { [Name in WebhookEventName]: ContractBody<Name>['payload'] };
  expectTypeOf<InContract>().toExtend<Payloads>();
});
