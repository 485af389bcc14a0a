// @ts-check
/** @import { Contract, Schema } from './types.ts' */
import { unitOf } from '../contract/elements.js';
import { evidenceList, LEVELS } from '../contract/evidence.js';
import { walk } from './walk.js';

/**
 * Puts into words what the contract says in extensions that Redoc does not show: the unit of money, and the known values
 * of an open vocabulary with their evidence. Changes the contract.
 *
 * @param {Contract} contract
 */
export function describeExtensions(contract) {
  for (const schema of Object.values(contract.components.schemas)) {
    walk(schema, '', (node) => {
      const words = [sentence(unitOf(node)), valuesOf(node)].filter(Boolean);
      if (words.length > 0) node.description = [node.description?.trim(), ...words].filter(Boolean).join(' ');
    });
  }
}

/**
 * @param {Schema} schema
 * @returns {string}
 */
function valuesOf(schema) {
  const values = schema['x-extensible-enum'];
  if (!values) return '';
  const around = evidenceList(schema['x-evidence'])[0]?.level;
  const levelOf = (/** @type {string} */ value) => evidenceList(schema['x-enum-evidence']?.[value])[0]?.level ?? around;
  const groups = [...LEVELS, undefined].flatMap((level) => {
    const ofLevel = values.filter((value) => levelOf(value) === level).map((value) => `\`${value}\``);
    return ofLevel.length > 0 ? [[level, ofLevel.join(', ')].filter(Boolean).join(' ')] : [];
  });
  return `Known values, and more may come: ${groups.join('; ')}.`;
}

/**
 * @param {string | undefined} words
 * @returns {string}
 */
function sentence(words) {
  return words ? `${words[0]?.toUpperCase()}${words.slice(1)}.` : '';
}
