/** What happened in a run, for a person. */

import { redact } from 'payment-gateway-contract';
import type { WireResponse } from 'payment-gateway-core/access';
import { printable } from 'payment-gateway-core/codes';
import { isObject, listAt } from 'payment-gateway-core/util';

const WIDTH = 38;
/** The most characters of a message. */
const LONGEST = 300;
/** The most steps to print. A shop that sends a request again and again has more. */
const MOST = 60;

/** Who acts in a run. The others are the buyer, the back office, the bank, and someone who forges events. */
export type Side = 'others' | 'shop' | 'gateway';

/** One step. Its outcome may come later: until then it is empty. */
export interface Step {
  readonly what: string;
  outcome: string;
  /** Who acted on whom. Without them, it is a note. */
  readonly from?: Side;
  readonly to?: Side;
  /** The part that did not arrive. */
  lost?: 'request' | 'response';
  /** The payment or other object that the gateway wrote. */
  wrote?: string;
  /** Part of a diagram only. The printed lines leave out what began a part of the shop, and what the buyer did. */
  readonly isDrawn?: boolean;
}

export class Timeline {
  readonly #steps: Step[] = [];
  readonly #secrets: string[];

  constructor(...secrets: string[]) {
    this.#secrets = secrets;
  }

  add(what: string, outcome = '', more: Pick<Step, 'from' | 'to' | 'isDrawn'> = {}): Step {
    const step = { what, outcome, ...more };
    this.#steps.push(step);
    return step;
  }

  get #printed(): Step[] {
    return this.#steps.filter(({ isDrawn }) => !isDrawn);
  }

  /** The oldest step without an outcome. */
  get open(): string | undefined {
    return this.#printed.find(({ outcome }) => outcome === '')?.what;
  }

  get last(): string | undefined {
    return this.#printed.at(-1)?.what;
  }

  /** Returns the numbered lines without secrets. */
  print(): string[] {
    const steps = this.#printed;
    const digits = String(steps.length).length;
    const lines = steps.map(({ what, outcome }, index) => {
      const line = `${what.padEnd(WIDTH)} ${outcome || 'no answer yet'}`;
      return `${String(index + 1).padStart(digits)}  ${this.#shown(line)}`;
    });
    return shortened(lines, (left) => `… ${left} more steps …`);
  }

  /** Returns the steps of the diagram, without secrets. */
  steps(): Step[] {
    const steps = this.#steps.map((step) => ({
      ...step,
      what: this.#shown(step.what),
      outcome: step.isDrawn ? '' : this.#shown(step.outcome || 'no answer yet'),
    }));
    return shortened(steps, (left) => ({ what: `… ${left} more steps …`, outcome: '' }));
  }

  #shown(text: string): string {
    return printable(String(redact(text, { secrets: this.#secrets, fields: false })));
  }
}

/** Returns the first and the last items, with the number of omitted ones between them. */
function shortened<Item>(items: readonly Item[], between: (left: number) => Item): Item[] {
  const left = items.length - MOST;
  return left <= 0 ? [...items] : [...items.slice(0, MOST / 2), between(left), ...items.slice(-MOST / 2)];
}

/** Returns the action of the gateway: `wrote 1001, paid`. */
export function describeResponse(method: string, { status, body }: WireResponse): string {
  if (status >= 400 || !isObject(body)) {
    const [reason] = listAt(body, 'errors');
    return `answered ${status}${typeof reason === 'string' ? `: ${reason.slice(0, LONGEST)}` : ''}`;
  }
  if (Array.isArray(body.data)) return `answered ${status}: ${body.data.length} of ${body.total ?? body.data.length}`;
  if (body.id === undefined) return `answered ${status}`;
  const state = body.status === undefined ? '' : `, ${body.status}`;
  return `${method === 'POST' ? 'wrote' : 'showed'} ${body.id}${state}`;
}

export function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, LONGEST);
}
