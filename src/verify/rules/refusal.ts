import type { Place } from '../judge/finding.js';
import type { Ledger } from '../judge/ledger.js';
import { isSuccess } from './rule.js';

/** What says nothing of the request itself: no permission, no such thing, too many requests. */
const OTHER_CAUSES = [401, 403, 404, 408, 429];

/** A request that the contract says is answered by 422. `what` begins a sentence: "A capture of a paid transaction". */
export function judgeRefusal(
  ledger: Ledger,
  { key, place, part, what, status }: { key: string; place: Place; part: string; what: string; status: number },
): void {
  if (status === 422) ledger.confirm(key, place, part, `${what} was refused with 422.`);
  else if (isSuccess(status)) ledger.refuteEntry(key, place, `${what} succeeded, where a refusal with 422 is assumed.`);
  else if (status < 500 && !OTHER_CAUSES.includes(status))
    ledger.refuteEntry(key, place, `${what} was refused with ${status}, where 422 is assumed.`);
}
