import { randomBytes } from 'node:crypto';
import type { SandboxSettings } from './work.js';

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
