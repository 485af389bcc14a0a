import { redact } from 'payment-gateway-contract';

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
