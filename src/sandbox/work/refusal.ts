import { redact } from '../../redaction/index.js';

/** A request that the sandbox does not carry out. Nothing of its unit of work is kept. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  /** The status of the response: 404, 422, 409. */
  readonly status: number;
  /** What is wrong, in sentences that name the state it is in and what it would have to be. */
  readonly errors: readonly string[];

  constructor(status: number, errors: readonly string[]) {
    // What was asked for is quoted, and may be a card number in the place of an id.
    const shown = errors.map((error) => String(redact(error, { fields: false })));
    super(shown.join(' '));
    this.status = status;
    this.errors = shown;
  }
}
