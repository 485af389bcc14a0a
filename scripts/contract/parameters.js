// @ts-check
import { child, isNode } from './elements.js';

/** @typedef {import('./elements.js').Node} Node */
/** @typedef {number | readonly number[]} Value A number of a claim, or several. */
/** @typedef {Record<string, Record<string, Value>>} Parameters The numbers of each claim of the register, by entry and name. */
/** @typedef {'en' | 'pt-BR'} Language */

/** `{days}` in a sentence of its entry, `{authorization-expiry.days}` elsewhere. */
const PLACEHOLDER = /\{(?:([a-z0-9-]+)\.)?(\w+)\}/g;

/** How each language writes a number and the last of several. */
const WRITTEN = { en: { point: '.', and: ' and ' }, 'pt-BR': { point: ',', and: ' e ' } };

/** Returns the numbers of each claim. @param {object} contract @returns {Parameters} */
export function parametersOf(contract) {
  const entries = Object.entries(child(contract, 'x-evidence-register')).filter(
    ([, entry]) => isNode(entry) && isNode(entry.parameters),
  );
  return Object.fromEntries(
    entries.map(([key, entry]) => [key, /** @type {Parameters[string]} */ (child({ entry }, 'entry').parameters)]),
  );
}

/** Returns the placeholders of a text: the entry, if it names one, and the name of the number.
 * @param {string} text @returns {{ entry: string | undefined, name: string }[]} */
export function placeholdersIn(text) {
  return [...text.matchAll(PLACEHOLDER)].map(([, entry, name = '']) => ({ entry, name }));
}

/** Returns a text with the numbers in place of their placeholders. Other braces stay.
 * @param {string} text @param {Parameters} parameters
 * @param {{ own?: string, language?: Language }} [options] `own` is the entry of a placeholder that names none. */
export function withNumbers(text, parameters, { own = '', language = 'en' } = {}) {
  return text.replace(PLACEHOLDER, (placeholder, entry = own, name) => {
    const value = parameters[entry]?.[name];
    return value === undefined ? placeholder : numberText(value, language);
  });
}

/** @param {Value} value @param {Language} language */
function numberText(value, language) {
  const { point, and } = WRITTEN[language];
  const texts = [value].flat().map((number) => String(number).replace('.', point));
  const last = texts.pop() ?? '';
  return texts.length > 0 ? texts.join(', ') + and + last : last;
}

/** Returns the contract with the numbers in the sentences of its register. @param {Node} contract @returns {Node} */
export function withNumbersInRegister(contract) {
  const register = contract['x-evidence-register'];
  if (!isNode(register)) return contract;
  const parameters = parametersOf(contract);
  const filled = Object.entries(register).map(([key, entry]) => [key, inTexts(entry, parameters, key)]);
  return { ...contract, 'x-evidence-register': Object.fromEntries(filled) };
}

/** @param {unknown} value @param {Parameters} parameters @param {string} own @returns {unknown} */
function inTexts(value, parameters, own) {
  if (typeof value === 'string') return withNumbers(value, parameters, { own });
  if (Array.isArray(value)) return value.map((item) => inTexts(item, parameters, own));
  if (!isNode(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, inTexts(item, parameters, own)]));
}
