import { oneLine } from '../../contract/elements.js';
import { evidenceList, evidenceOfUses } from '../../contract/evidence.js';
import * as read from '../../contract/operation.js';
import { bodySchemaOf, parametersOf } from '../../contract/places.ts';
import type { Contract, Evidence, Place, Response } from '../../contract/types.ts';
import type { Language } from '../language.ts';
import { type Body, bodyOf, type Field } from './fields.ts';

/** All that the page of an operation or webhook says in words. */
export interface Reference {
  /** Markdown. */
  description: string;
  /** What the operation itself rests on. */
  evidence: Evidence[];
  /** The part of `evidence` about its existence that is below `documented`. */
  doubts: Evidence[];
  parameters: Field[];
  body: Body | undefined;
  responses: ResponseReference[];
}

export interface ResponseReference {
  status: string;
  description: string;
  /** Below `documented`. */
  evidence: Evidence[];
  body: Body | undefined;
}

/** Returns the reference of one operation or webhook. */
export function referenceOf(contract: Contract, { operation }: Place, language: Pick<Language, 'words'>): Reference {
  const { states = [], evidence: rules } = operation['x-resource'] ?? {};
  const own = evidenceList(operation['x-evidence']);
  const uses = evidenceOfUses(contract, operation);
  const all = [...own, ...evidenceList(uses.security), ...evidenceList(rules)];
  const stateWords = states.length > 0 && language.words.states(states.map((state) => `\`${state}\``));
  const request = bodySchemaOf(contract, operation.requestBody);
  const { successes, errors } = read.responsesOf(contract, operation);
  return {
    description: [operation.description?.trim(), stateWords].filter(Boolean).join('\n\n'),
    evidence: all.filter((one, index) => all.findIndex((other) => other.reference === one.reference) === index),
    doubts: own.slice(0, 1).filter(isDoubt),
    parameters: parametersOf(contract, operation).map((parameter) => {
      const evidence = evidenceList(parameter['x-evidence']);
      const type = [parameter.schema?.type ?? 'any'].flat().join(language.words.machine.or);
      return {
        name: parameter.name,
        type: `${type} (${parameter.in})`,
        required: parameter.required ?? false,
        description: oneLine(parameter.description ?? ''),
        values: [],
        isOpen: false,
        evidence,
        doubts: evidence.filter(isDoubt),
        inner: undefined,
      };
    }),
    body: request && bodyOf(contract, request, language),
    responses: [...successes, ...errors].map(([status, node]) => {
      const response = node as Response;
      const schema = bodySchemaOf(contract, response);
      return {
        status,
        description: oneLine(response.description ?? ''),
        evidence: evidenceList(operation['x-evidence-of']?.[status] ?? response['x-evidence']).filter(isDoubt),
        body: schema && bodyOf(contract, schema, language),
      };
    }),
  };
}

function isDoubt({ level }: Evidence): boolean {
  return level !== 'documented';
}
