import { elements, type Node, unitOf } from '../../contract/elements.js';
import { evidenceList, LEVELS } from '../../contract/evidence.js';
import type { Language } from '../language.ts';
import type { Contract, Schema } from '../types.ts';

/**
 * Puts into words what the contract says in extensions that Redoc does not show: the unit of money, and the known values
 * of an open vocabulary with their evidence. Changes the contract.
 */
export function describeExtensions(contract: Contract, language: Language): void {
  for (const { node } of elements(contract as unknown as Node, 'schema')) {
    const schema: Schema = node;
    const unit = unitOf(schema) && schema['x-unit'] && language.words.unit(schema['x-unit']);
    const words = [unit, valuesOf(schema, language)].filter(Boolean);
    if (words.length > 0) schema.description = [schema.description?.trim(), ...words].filter(Boolean).join(' ');
  }
}

function valuesOf(schema: Schema, { words }: Language): string {
  const values = schema['x-extensible-enum'];
  if (!values) return '';
  const around = evidenceList(schema['x-evidence'])[0]?.level;
  const levelOf = (value: string) => evidenceList(schema['x-enum-evidence']?.[value])[0]?.level ?? around;
  const groups = [...LEVELS, undefined].flatMap((level) => {
    const ofLevel = values.filter((value) => levelOf(value) === level).map((value) => `\`${value}\``);
    return ofLevel.length > 0 ? [[level && words.levels[level], ofLevel.join(', ')].filter(Boolean).join(' ')] : [];
  });
  return words.knownValues(groups.join('; '));
}
