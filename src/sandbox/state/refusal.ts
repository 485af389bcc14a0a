import { redact } from '../../redaction/index.js';

/** The sandbox refuses a request. Everything that its unit of work changed is undone. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  /** The status of the response: 404, 422, 409. */
  readonly status: number;
  /** Sentences that name the present state and the ones that would be allowed. */
  readonly errors: readonly string[];

  constructor(status: number, errors: readonly string[]) {
    // The sentences quote the request, which may have a card number in place of an id.
    const shown = errors.map((error) => String(redact(error, { fields: false })));
    super(shown.join(' '));
    this.status = status;
    this.errors = shown;
  }
}
