/** What happened in a run, for a person. */
import { isObject, listAt } from '../../contract/json.js';
import { redact } from '../../redaction/index.js';
import type { WireResponse } from '../../server/wire/response.js';

/** One step. Its outcome may come later. */
export interface Step {
  readonly what: string;
  /** Empty while it is open. */
  outcome: string;
}

const WIDTH = 38;
/** The most characters of a message. */
const LONGEST = 300;

/** Returns the numbered lines without secrets. */
export function printSteps(steps: readonly Step[], secrets: readonly string[]): string[] {
  const digits = String(steps.length).length;
  return steps.map(({ what, outcome }, index) => {
    const line = `${what.padEnd(WIDTH)} ${outcome || 'no answer yet'}`;
    return `${String(index + 1).padStart(digits)}  ${redact(line, { secrets: [...secrets], fields: false })}`;
  });
}

/** Returns what the gateway did: `created 1001, paid`. */
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
