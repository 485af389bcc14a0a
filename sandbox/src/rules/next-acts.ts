/** The acts that an object allows next, for the buttons of the console. */
import type { JsonObject } from 'payment-gateway-core/util';
import { ACTS, type ActName, movesOf, rowOf } from '../acts/index.js';
import { FAILED_CARDS, isFailed } from './cards.js';
import { isDisputed } from './transactions/review.js';
import type { Stored } from './work.js';

export interface NextAct {
  readonly act: ActName;
  /** The states that may follow. Empty if the act keeps the state. */
  readonly into: readonly string[];
  readonly options?: JsonObject;
  /** The largest accepted `amount`, in centavos. */
  readonly most?: number;
}

/** Returns the acts that the object allows now, without those that have the effect of another one. */
export function nextActs(object: Stored): NextAct[] {
  const { kind, value } = object;
  const status = String(value.status);
  return ACTS.flatMap((act): NextAct[] => {
    const { choices = {}, withoutButton = {} }: Buttons = rowOf(act);
    const moves = movesOf(act, kind);
    // Leaves out acts in any status that need an option, such as `setStatus`.
    const listed =
      moves === 'any' && rowOf(act).options === undefined ? [] : typeof moves === 'object' ? moves[status] : undefined;
    const into = listed ?? (act === 'winChargeback' && isDisputed(object) ? [] : undefined);
    if (into === undefined || withoutButton[kind]?.includes(status) || !isPossible(act, object)) return [];
    const most = mostOf(act, object);
    const next = { act, into, ...(most !== undefined && { most }) };
    return choices[kind]?.map((options) => ({ ...next, options })) ?? [next];
  });
}

/** The columns by kind, for any kind. */
interface Buttons {
  readonly choices?: Readonly<Record<string, readonly JsonObject[]>>;
  readonly withoutButton?: Readonly<Record<string, readonly string[]>>;
}

/** A card can fail once and be accepted again, and a subscription needs a card for it. */
function isPossible(act: ActName, object: Stored): boolean {
  if (act === 'accept') return object.groups.includes(FAILED_CARDS);
  if (act !== 'fail') return true;
  return object.kind === 'cards' ? !isFailed(object) : object.value.card !== undefined;
}

function mostOf(act: ActName, { value, hidden }: Stored): number | undefined {
  const { most } = rowOf(act);
  if (most === undefined) return undefined;
  const largest = most === 'left' ? (hidden.held ?? value.paid_amount) : value[most];
  return typeof largest === 'number' && largest > 0 ? largest : undefined;
}
