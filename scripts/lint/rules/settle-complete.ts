import { isObject, type JsonObject, listAt, objectAt } from '../../../core/src/util/json.ts';
import { isFilledString } from '../../contract/text.ts';
import type { Problem } from '../rule.ts';

const ROUTES = [
  'read',
  'data',
  'write',
  'charge',
  'money',
  'configure',
  'everything',
  'event',
  'operator',
  'chance',
  'never',
];
const DECIDERS = ['schema', 'flow', 'person'];
const KEYS = ['route', 'by', 'why', 'about', 'echoes', 'parts'];
/** No request can confirm these, so a person decides. */
const BY_PERSON = ['operator', 'never'];

export default function* settleComplete(contract: JsonObject): Iterable<Problem> {
  for (const [key, entry] of Object.entries(objectAt(contract, 'x-evidence-register'))) {
    const path = ['x-evidence-register', key];
    const settle = objectAt(entry, 'settle');
    if (!ROUTES.includes(String(settle.route)) || !DECIDERS.includes(String(settle.by))) {
      yield {
        path,
        message: `Add \`settle: { route, by }\` to the register entry: the route is one of ${ROUTES.join(', ')}, and by is one of ${DECIDERS.join(', ')}.`,
      };
    } else if (BY_PERSON.includes(String(settle.route)) && settle.by !== 'person') {
      yield {
        path: [...path, 'settle'],
        message: `The route ${settle.route} needs \`by: person\`: no request can confirm the entry.`,
      };
    } else if ((settle.by === 'person') !== (typeof settle.why === 'string' && settle.why !== '')) {
      yield {
        path: [...path, 'settle'],
        message: 'Add `why` if and only if `by` is `person`: the reason why only a person can decide.',
      };
    }
    const unknown = Object.keys(settle).filter((name) => !KEYS.includes(name));
    if (unknown.length > 0) {
      yield { path: [...path, 'settle'], message: `Remove ${unknown.join(', ')}: settle has ${KEYS.join(', ')}.` };
    }
    const { echoes, parts } = settle;
    const isListed = parts === undefined || (Array.isArray(parts) && parts.length > 0 && parts.every(isFilledString));
    if ((echoes !== undefined && echoes !== true) || !isListed) {
      yield {
        path: [...path, 'settle'],
        message: 'Write `echoes: true` and `parts` as a list of texts, or omit them.',
      };
    }
    for (const [index, seen] of listAt(entry, 'seen').entries()) {
      const isWhole =
        isObject(seen) &&
        /^\d{4}-\d\d-\d\d$/.test(String(seen.on)) &&
        /^(confirmed|refuted)$/.test(String(seen.verdict));
      if (!isWhole) {
        yield {
          path: [...path, 'seen', index],
          message: `Add the date (\`on: YYYY-MM-DD\`) and the verdict (\`verdict: confirmed\` or \`refuted\`).`,
        };
      }
    }
  }
}
