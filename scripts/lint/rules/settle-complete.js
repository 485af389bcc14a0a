// @ts-check
import { child, isNode, list } from '../../contract/elements.js';

const ROUTES = ['read', 'data', 'write', 'charge', 'money', 'configure', 'event', 'operator', 'chance', 'never'];
const DECIDERS = ['schema', 'flow', 'person'];
/** Nobody but a person decides what no request can show. */
const BY_PERSON = ['operator', 'never'];

/** @type {import('../rule.js').Rule} */
export default function* settleComplete(contract) {
  for (const [key, entry] of Object.entries(child(contract, 'x-evidence-register'))) {
    const path = ['x-evidence-register', key];
    const settle = child(entry, 'settle');
    if (!ROUTES.includes(String(settle.route)) || !DECIDERS.includes(String(settle.by))) {
      yield {
        path,
        message: `Give the register entry \`settle: { route, by }\`: the route is one of ${ROUTES.join(', ')}, and by is one of ${DECIDERS.join(', ')}.`,
      };
    } else if (BY_PERSON.includes(String(settle.route)) && settle.by !== 'person') {
      yield {
        path: [...path, 'settle'],
        message: `The route ${settle.route} needs \`by: person\`: no request shows it.`,
      };
    } else if ((settle.by === 'person') !== (typeof settle.why === 'string' && settle.why !== '')) {
      yield {
        path: [...path, 'settle'],
        message: 'Say in `why` why it takes a person, and nowhere else.',
      };
    }
    for (const [index, seen] of list(entry, 'seen').entries()) {
      const isWhole =
        isNode(seen) && /^\d{4}-\d\d-\d\d$/.test(String(seen.on)) && /^(confirmed|refuted)$/.test(String(seen.verdict));
      if (!isWhole) {
        yield {
          path: [...path, 'seen', index],
          message: `Say when (\`on: YYYY-MM-DD\`) and what (\`verdict: confirmed\` or \`refuted\`) was seen.`,
        };
      }
    }
  }
}
