/** What happened in a run, for a person. */
import { printable } from 'payment-gateway-contract/internal/codes';
import { redact } from 'payment-gateway-contract/internal/redaction';
import type { WireResponse } from 'payment-gateway-contract/internal/server';
import { isObject, listAt } from 'payment-gateway-contract/internal/util';

const WIDTH = 38;
/** The most characters of a message. */
const LONGEST = 300;
/** The most steps to print. A shop that sends a request again and again has more. */
const MOST = 60;

/** One step. Its outcome may come later: until then it is empty. */
export interface Step {
  readonly what: string;
  outcome: string;
}

export class Timeline {
  readonly #steps: Step[] = [];

  add(what: string, outcome = ''): Step {
    const step = { what, outcome };
    this.#steps.push(step);
    return step;
  }

  /** The oldest step without an outcome. */
  get open(): string | undefined {
    return this.#steps.find(({ outcome }) => outcome === '')?.what;
  }

  get last(): string | undefined {
    return this.#steps.at(-1)?.what;
  }

  /** Returns the numbered lines without secrets. */
  print(secrets: readonly string[]): string[] {
    const digits = String(this.#steps.length).length;
    const lines = this.#steps.map(({ what, outcome }, index) => {
      const line = `${what.padEnd(WIDTH)} ${outcome || 'no answer yet'}`;
      const shown = printable(String(redact(line, { secrets: [...secrets], fields: false })));
      return `${String(index + 1).padStart(digits)}  ${shown}`;
    });
    const left = lines.length - MOST;
    if (left <= 0) return lines;
    return [...lines.slice(0, MOST / 2), `… ${left} more steps …`, ...lines.slice(-MOST / 2)];
  }
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
