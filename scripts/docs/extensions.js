// @ts-check
/** @import { Contract, Schema } from './types.ts' */
import { levels, parseEvidence } from './evidence.js';
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
      const words = [unitOf(node), valuesOf(node)].filter(Boolean);
      if (words.length > 0) node.description = [node.description?.trim(), ...words].filter(Boolean).join(' ');
    });
  }
}

/**
 * @param {Schema} schema
 * @returns {string}
 */
function unitOf(schema) {
  return schema['x-unit'] ? `In ${schema['x-unit']}.` : '';
}

/**
 * @param {Schema} schema
 * @returns {string}
 */
function valuesOf(schema) {
  const values = schema['x-extensible-enum'];
  if (!values) return '';
  const around = parseEvidence(schema['x-evidence'])[0]?.level;
  const levelOf = (/** @type {string} */ value) =>
    parseEvidence(schema['x-enum-evidence']?.[value])[0]?.level ?? around;
  const groups = [...levels, undefined].flatMap((level) => {
    const ofLevel = values.filter((value) => levelOf(value) === level).map((value) => `\`${value}\``);
    return ofLevel.length > 0 ? [[level, ofLevel.join(', ')].filter(Boolean).join(' ')] : [];
  });
  return `Known values, and more may come: ${groups.join('; ')}.`;
}
