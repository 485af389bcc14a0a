// @ts-check
import { child, isNode, list, target } from './elements.js';

/** @typedef {import('./elements.js').Node} Node */

/** The parameters of an operation, references followed. @param {object} contract @param {object} operation @returns {Node[]} */
export function parametersOf(contract, operation) {
  return list(operation, 'parameters')
    .map((parameter) => target(contract, parameter))
    .filter(isNode);
}

/** @typedef {[status: string, response: Node]} Response */

/** The responses of an operation by their status, references followed: those of success and those of errors.
 * @param {object} contract @param {object} operation @returns {{ successes: Response[], errors: Response[] }} */
export function responsesOf(contract, operation) {
  const responses = Object.entries(child(operation, 'responses')).map(
    ([status, response]) => /** @type {Response} */ ([status, target(contract, response) ?? {}]),
  );
  return {
    successes: responses.filter(([status]) => status.startsWith('2')),
    errors: responses.filter(([status]) => !status.startsWith('2')),
  };
}

/** The media types of a body or a response. @param {object} contract @param {unknown} holder @returns {Node[]} */
function mediaTypes(contract, holder) {
  return Object.values(child(target(contract, holder), 'content')).filter(isNode);
}

/** The schema of a body or a response, as it is written: often a reference. The gateway speaks one media type.
 * @param {object} contract @param {unknown} holder @returns {Node | undefined} */
export function schemaOf(contract, holder) {
  return mediaTypes(contract, holder)
    .map(({ schema }) => schema)
    .find(isNode);
}

/** The named examples of a body or a response, over all its media types, references followed.
 * @param {object} contract @param {unknown} holder @returns {[name: string, example: Node][]} */
export function examplesOf(contract, holder) {
  return mediaTypes(contract, holder)
    .flatMap((media) => Object.entries(child(media, 'examples')))
    .map(([name, example]) => [name, target(contract, example) ?? {}]);
}

/** The address of a server, its variables at their defaults. @param {unknown} server @returns {string} */
export function addressOf(server) {
  const { url } = /** @type {{ url?: unknown }} */ (server ?? {});
  const variables = child(server, 'variables');
  return String(url ?? '').replaceAll(/\{(\w+)\}/g, (_, name) => String(child(variables, name).default ?? ''));
}
