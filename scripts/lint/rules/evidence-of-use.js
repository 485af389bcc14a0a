// @ts-check
import { child, list, operations, resolve } from '../../contract/elements.js';

/** @type {import('../rule.js').Rule} */
export default function* evidenceOfUse(contract) {
  for (const { node, path, webhook } of operations(contract)) {
    const stated = child(node, 'x-evidence-of');
    // Nobody but the gateway calls a webhook, so its authentication is not this contract's.
    if (!webhook && stated.security === undefined) {
      yield {
        path,
        message: `Say what the authentication of this operation rests on: add \`security\` to \`x-evidence-of\`.`,
      };
    }
    const parameters = list(node, 'parameters').map((parameter) => resolve(contract, parameter)?.node.name);
    const known = new Set(['security', 'requestBody', ...Object.keys(child(node, 'responses')), ...parameters]);
    for (const name of Object.keys(stated).filter((name) => !known.has(name))) {
      yield {
        path: [...path, 'x-evidence-of', name],
        message: `This operation has no \`${name}\`: use \`security\`, \`requestBody\`, one of its statuses or one of its parameters.`,
      };
    }
  }
}
