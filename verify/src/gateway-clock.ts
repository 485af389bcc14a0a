/** The clock of a gateway. It may differ from the clock of this machine, such as in a sandbox whose clock was advanced. */
import { readDateTime } from 'payment-gateway-core/codes';
import { asObject, listAt } from 'payment-gateway-core/util';

/** The time of a gateway, as far as its responses show it. */
export type GatewayClock = ReturnType<typeof createGatewayClock>;

export function createGatewayClock() {
  let byHeader: number | undefined;
  let byObjects = Number.NEGATIVE_INFINITY;
  // Without a header, the newest object may be of yesterday: it shows only that a clock is ahead.
  const ahead = () => Math.max(byHeader ?? 0, byObjects);
  return {
    /** Learns from the `Date` header of a response and from the times of its objects. */
    see(date: string | null | undefined, body: unknown): void {
      const machine = Date.now();
      const shown = Date.parse(date ?? '');
      if (!Number.isNaN(shown)) byHeader = Math.max(byHeader ?? Number.NEGATIVE_INFINITY, shown - machine);
      byObjects = Math.max(byObjects, newestIn(body) - machine);
    },
    /** Returns the milliseconds by which the clock is ahead of the clock of this machine. Less than 0: it is behind. */
    ahead,
    /** Returns the time of the gateway in milliseconds. */
    now: () => Date.now() + ahead(),
  };
}

/** Returns the newest `created_at` or `updated_at` of an object, or of the items of a list. `-Infinity` if it has none. */
function newestIn(body: unknown): number {
  const items: readonly unknown[] = Array.isArray(body) ? body : listAt(body, 'data');
  const times = [body, ...items].map(asObject).flatMap((one) => [timeOf(one.created_at), timeOf(one.updated_at)]);
  return times.reduce((newest, time) => (time > newest ? time : newest), Number.NEGATIVE_INFINITY);
}

/** Returns a time of the contract, or one with the offset of its zone. The zone of this machine means nothing. NaN for anything else. */
export function timeOf(text: unknown): number {
  if (typeof text !== 'string') return Number.NaN;
  return readDateTime(text) ?? (/T.*[+-]\d\d:?\d\d$/.test(text) ? Date.parse(text) : Number.NaN);
}
