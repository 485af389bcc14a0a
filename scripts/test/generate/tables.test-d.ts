import { describe, expectTypeOf, test } from 'vitest';
import type { operations as table } from '../../../core/generated/operations.js';
import type { CardBrand, Transaction, TransactionStatus } from '../../../generated/schemas.js';
import type { testValues } from '../../../generated/test-values.js';
import type { transitions } from '../../../generated/transitions.js';
import type { components, operations, paths, webhooks } from '../../../generated/types.js';
import type { vocabularies } from '../../../generated/vocabularies.js';
import type { WebhookEventName } from '../../../generated/webhook-examples.js';

type Schemas = components['schemas'];

describe('a table and the types cannot drift', () => {
  test('each with the method and path under which the types have it', () => {
    type Table = typeof table;
    type At<Id extends keyof Table> = paths[Table[Id]['path']][Lowercase<Table[Id]['method']>];
    type Displaced = { [Id in keyof Table]: At<Id> extends operations[Id] ? never : Id }[keyof Table];
    expectTypeOf<Displaced>().toBeNever();
  });

  test('the same states in the transitions', () => {
    expectTypeOf<keyof (typeof transitions)['TransactionStatus']>().toEqualTypeOf<
      (typeof vocabularies)['TransactionStatus'][number]
    >();
  });

  test('the same events', () => {
    expectTypeOf<WebhookEventName>().toEqualTypeOf<keyof webhooks>();
    expectTypeOf<WebhookEventName>().toEqualTypeOf<(typeof vocabularies)['WebhookEventName'][number]>();
  });

  test('literal values, not strings', () => {
    expectTypeOf<(typeof testValues)['cards'][0]['card_number']>().toEqualTypeOf<'4111111111111111'>();
  });
});

describe('an open vocabulary', () => {
  test('is a plain string for other tools', () => {
    expectTypeOf<Schemas['TransactionStatus']>().toEqualTypeOf<string>();
  });

  test('and the named types are interchangeable', () => {
    expectTypeOf<Schemas['Transaction']>().toExtend<Transaction>();
    expectTypeOf<Transaction>().toExtend<Schemas['Transaction']>();
    expectTypeOf<Transaction['status']>().toEqualTypeOf<TransactionStatus>();
    expectTypeOf<NonNullable<Transaction['card']>['brand']>().toEqualTypeOf<CardBrand>();
  });

  test('offers its values and takes any other string', () => {
    expectTypeOf<'paid'>().toExtend<TransactionStatus>();
    expectTypeOf<'a value of next year'>().toExtend<TransactionStatus>();
    expectTypeOf<number>().not.toExtend<TransactionStatus>();
  });
});

describe('creating a transaction', () => {
  type Request = Schemas['CreateTransactionRequest'];

  test('has four forms, told apart by payment_method', () => {
    expectTypeOf<Request['payment_method']>().toEqualTypeOf<'credit_card' | 'debit_card' | 'pix' | 'boleto'>();
  });

  test('has the fields of the chosen form only', () => {
    const pix: Request = { payment_method: 'pix', amount: 100, expiration_date: '2026-11-20 14:05:41' };
    const boleto: Request = { payment_method: 'boleto', amount: 100, boleto: { expiration: '2026-11-25' } };
    const card: Request = { payment_method: 'credit_card', amount: 100, card_id: 501, installments: 1 };
    const debit: Request = { payment_method: 'debit_card', amount: 100, card: { card_number: '4111111111111111' } };
    // @ts-expect-error a Pix charge has no boleto
    const mixed: Request = { payment_method: 'pix', amount: 100, boleto: { expiration: '2026-11-25' } };
    // @ts-expect-error no such method
    const unknown: Request = { payment_method: 'cheque', amount: 100 };
    expectTypeOf([pix, boleto, card, debit, mixed, unknown]).toExtend<Request[]>();
  });

  test('narrows to one form', () => {
    const narrow = (request: Request) => (request.payment_method === 'boleto' ? request.boleto : undefined);
    expectTypeOf(narrow).returns.toEqualTypeOf<Schemas['BoletoRequest'] | undefined>();
  });
});
