import type { Stored } from '../work.js';

export type Charged = Pick<Stored, 'id' | 'value'>;

/** What a charge has come to; undefined for a state that says nothing of its payment, such as a refund. */
export function chargedBy({ value }: Charged): 'paid' | 'failed' | 'open' | undefined {
  switch (value.status) {
    case 'paid':
    case 'authorized':
      return 'paid';
    case 'refused':
    case 'canceled':
      return 'failed';
    case 'processing':
    case 'waiting_payment':
    case 'request_authentication':
      return 'open';
    default:
      return undefined;
  }
}
