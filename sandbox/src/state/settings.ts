import type { Assumed } from 'payment-gateway-core/values';

/** Delays, limits and addresses of the sandbox, which make no claim about the gateway. */
export interface SandboxSettings {
  /** The entries that are switched from the start. */
  readonly assumed: Assumed;
  /** Milliseconds until asynchronous work is done. */
  readonly settleMs: number;
  /** Milliseconds after which a Pix is paid without a buyer. Default: it waits to be paid. */
  readonly pixPaidAfterMs?: number;
  /** Milliseconds until a Pix without an expiration date expires. */
  readonly pixExpiryMs: number;
  /** Days after its due date during which a boleto without a last payment date can be paid. */
  readonly boletoGraceDays: number;
  /** Where browsers reach the sandbox, without a slash at the end: `http://127.0.0.1:4010`. */
  readonly publicUrl: string;
  /** Returns a new key for the address of a page. Never derived from a seed. */
  readonly randomKey: () => string;
}
