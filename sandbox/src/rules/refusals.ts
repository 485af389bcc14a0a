import { kindName } from './kinds.js';
import { type Kind, Refusal, type Stored, type Work } from './work.js';

export function notFound(kind: Kind, id: unknown, hint = ''): Refusal {
  return new Refusal(404, [`There is no ${kindName(kind)} ${shownId(id)}${hint}`]);
}

/** Returns the end of a sentence about an id that has no object. It tells that a shop has mixed up its tokens. */
export function elsewhere(work: Work, kind: Kind, id: number): string {
  return work.isElsewhere(kind, id) ? ` in this account: ${id} belongs to another account` : '';
}

/** Returns an id for an error message. Only numbers and strings are quoted, up to 40 characters. */
export function shownId(id: unknown): string {
  return typeof id === 'string' || typeof id === 'number' ? String(id).slice(0, 40) : 'of such an id';
}

export function unprocessable(...errors: string[]): Refusal {
  return new Refusal(422, errors);
}

/** Returns the refusal for a wrong status. It names the current status and the allowed ones. */
export function wrongState(object: Stored, wish: string, legal: readonly string[]): Refusal {
  const name = `${kindName(object.kind)} ${object.id}`;
  const needed = legal.length === 0 ? 'this status is final' : `to ${wish}, it must be ${oneOf.format(legal)}`;
  return unprocessable(`status: ${name} is ${String(object.value.status)}; ${needed}`);
}

const oneOf = new Intl.ListFormat('en-GB', { type: 'disjunction' });
