import { randomBytes } from 'node:crypto';

/** Delays, limits and addresses that the sandbox decides for itself. They make no claim about the gateway. */
export interface SandboxSettings {
  /** Milliseconds until something asynchronous is settled. */
  readonly settleMs: number;
  /** Milliseconds after which a PIX is paid by itself. Default: it waits to be paid. */
  readonly pixPaidAfterMs?: number;
  /** Milliseconds until a PIX without an expiration date expires. */
  readonly pixExpiryMs: number;
  /** Days after its due date for which a boleto without a last payment date can be paid. */
  readonly boletoGraceDays: number;
  /** Where browsers reach the sandbox, without a slash at the end: `http://127.0.0.1:4010`. */
  readonly publicUrl: string;
  /** Returns a new key for the address of a page. Never derived from a seed. */
  readonly randomKey: () => string;
}

const HOUR = 3_600_000;

/** Throws one line that names the setting when its value makes no sense. */
export function settingsOf(given: Partial<SandboxSettings> = {}): SandboxSettings {
  const settings: SandboxSettings = {
    settleMs: given.settleMs ?? 1000,
    pixExpiryMs: given.pixExpiryMs ?? 24 * HOUR,
    boletoGraceDays: given.boletoGraceDays ?? 3,
    publicUrl: given.publicUrl ?? 'http://127.0.0.1:4010',
    randomKey: given.randomKey ?? (() => randomBytes(16).toString('base64url')),
    ...(given.pixPaidAfterMs !== undefined && { pixPaidAfterMs: given.pixPaidAfterMs }),
  };
  const { settleMs, pixPaidAfterMs = 0, pixExpiryMs, boletoGraceDays } = settings;
  for (const [name, value] of Object.entries({ settleMs, pixPaidAfterMs, pixExpiryMs, boletoGraceDays })) {
    if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`${name} must be a whole number, 0 or more`);
  }
  return settings;
}
