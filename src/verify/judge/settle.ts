import { isObject, listAt, stringAt } from '../../contract/json.js';

/** What it takes to learn whether a statement of the register holds on a server, the least first. */
export const ROUTES = [
  'read',
  'data',
  'write',
  'charge',
  'money',
  'configure',
  'event',
  'operator',
  'chance',
  'never',
] as const;
export type Route = (typeof ROUTES)[number];
/** Who decides: the schemas of the contract, a flow or a rule of the judge that looks at more than one value, or a person. */
export const DECIDERS = ['schema', 'flow', 'person'] as const;
export type Decider = (typeof DECIDERS)[number];

export interface Settle {
  readonly route: Route;
  readonly by: Decider;
  /** Names of fields, or `required`: a violation of something else at the same place says nothing of the entry. */
  readonly about: readonly string[];
}

/** The `settle` of an entry. One that is missing is left to a person: nothing is said that nobody has thought through. */
export function readSettle(entry: unknown): Settle {
  const settle = isObject(entry) ? entry.settle : undefined;
  return {
    route: ROUTES.find((route) => route === stringAt(settle, 'route')) ?? 'operator',
    by: DECIDERS.find((decider) => decider === stringAt(settle, 'by')) ?? 'person',
    about: listAt(settle, 'about').filter((name) => typeof name === 'string'),
  };
}
