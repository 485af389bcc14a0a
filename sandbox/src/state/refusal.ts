import { redact } from 'payment-gateway-contract';
import { refuse, type WireResponse } from 'payment-gateway-core/access';
import { StoreUnavailable } from '../stores/index.js';

/** The sandbox refuses a request. It undoes all changes of the unit of work. */
export class Refusal extends Error {
  override readonly name: string = 'Refusal';
  /** The status of the response, such as 404 or 422. */
  readonly status: number;
  /** Sentences with the current state and the allowed ones. */
  readonly errors: readonly string[];

  constructor(status: number, errors: readonly string[]) {
    // The sentences quote the request, which may contain a card number instead of an id.
    const shown = errors.map((error) => String(redact(error, { fields: false })));
    super(shown.join(' '));
    this.status = status;
    this.errors = shown;
  }
}

/** Returns the response, or the response for a thrown refusal. Rejects only because of a bug. */
export async function orRefusal(work: () => Promise<WireResponse>): Promise<WireResponse> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refusal) return refuse(error.status, error.errors);
    if (error instanceof StoreUnavailable) {
      return refuse(503, `the sandbox cannot use its store: ${error.message}`, { 'retry-after': '1' });
    }
    throw error;
  }
}
