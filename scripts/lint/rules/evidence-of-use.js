// @ts-check
import { child, operations } from '../../contract/elements.js';
import { parametersOf } from '../../contract/operation.js';

/** @type {import('../rule.js').Rule} */
export default function* evidenceOfUse(contract) {
  const byDefault = child(contract, 'x-evidence-of');
  for (const name of Object.keys(byDefault).filter((name) => name !== 'security')) {
    yield {
      path: ['x-evidence-of', name],
      message: `Keep the root's \`x-evidence-of\` to \`security\`: the rest differs by operation.`,
    };
  }
  for (const { node, path, webhook } of operations(contract)) {
    const stated = child(node, 'x-evidence-of');
    // Nobody but the gateway calls a webhook, so its authentication is not this contract's.
    if (!webhook && stated.security === undefined && byDefault.security === undefined) {
      yield {
        path,
        message: `Say what the authentication of this operation rests on: add \`security\` to \`x-evidence-of\`, here or at the root.`,
      };
    }
    if (stated.security !== undefined && String(stated.security) === String(byDefault.security)) {
      yield {
        path: [...path, 'x-evidence-of', 'security'],
        message: `Remove it: the root says the same of every operation.`,
      };
    }
    const parameters = parametersOf(contract, node).map(({ name }) => name);
    const known = new Set(['security', 'requestBody', ...Object.keys(child(node, 'responses')), ...parameters]);
    for (const name of Object.keys(stated).filter((name) => !known.has(name))) {
      yield {
        path: [...path, 'x-evidence-of', name],
        message: `This operation has no \`${name}\`: use \`security\`, \`requestBody\`, one of its statuses or one of its parameters.`,
      };
    }
  }
}
