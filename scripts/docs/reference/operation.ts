import { evidenceList } from '../../../src/contract/evidence.ts';
import { createOperationReader, type PlacedOperation } from '../../../src/contract/operation-evidence.ts';
import type { JsonObject } from '../../../src/util/json.ts';
import { memoize } from '../../../src/util/memoize.ts';
import { oneLine } from '../../contract/elements.ts';
import type { Contract, Evidence, Parameter, Place, Response } from '../../contract/types.ts';
import type { Language } from '../language.ts';
import { type Body, bodyOf, type Field, type Shown, shownEvidence } from './fields.ts';

/** All that the page of an operation or webhook says in words. */
export interface Reference {
  /** Markdown. */
  description: string;
  /** What the operation itself rests on, its authentication and its rules included. */
  evidence: Evidence[];
  /** The part of `evidence` about its existence that is below `documented`. */
  shown: Shown[];
  parameters: Field[];
  body: Body | undefined;
  responses: ResponseReference[];
}

export interface ResponseReference {
  status: string;
  description: string;
  /** All evidence of the response at its place. */
  evidence: readonly Evidence[];
  shown: Shown[];
  body: Body | undefined;
}

/** A contract is read once for all its pages. */
const readerOf = memoize((contract: Contract) => createOperationReader(contract as unknown as JsonObject));

/** Returns an operation or webhook with the evidence of its elements. */
export function placedOf(contract: Contract, { model }: Place): PlacedOperation {
  return readerOf(contract)(model);
}

/** Returns the reference of one operation or webhook. */
export function referenceOf(contract: Contract, place: Place, language: Pick<Language, 'words'>): Reference {
  const { operation } = place;
  const placed = placedOf(contract, place);
  const { states = [], evidence: rules } = operation['x-resource'] ?? {};
  const all = [...placed.all, ...evidenceList(place.model.uses.security), ...evidenceList(rules)];
  const stateWords = states.length > 0 && language.words.states(states.map((state) => `\`${state}\``));
  const responses = [...placed.responses].sort(([one], [other]) => one.localeCompare(other));
  return {
    description: [operation.description?.trim(), stateWords].filter(Boolean).join('\n\n'),
    evidence: all.filter((one, index) => all.findIndex((other) => other.reference === one.reference) === index),
    shown: shownEvidence(placed.all.slice(0, 1), undefined).filter(({ level }) => level !== 'documented'),
    parameters: placed.parameters.map(({ parameter: written, evidence, all }) => {
      const parameter = written as unknown as Parameter;
      const type = [parameter.schema?.type ?? 'any'].flat().join(language.words.machine.or);
      return {
        name: parameter.name,
        type: `${type} (${parameter.in})`,
        // A path has no form without its parameters.
        required: parameter.required ? evidence : undefined,
        description: oneLine(parameter.description ?? ''),
        values: [],
        isOpen: false,
        evidence: all,
        value: undefined,
        shown: shownEvidence(all, placed.evidence),
        inner: undefined,
      };
    }),
    body: placed.body && bodyOf(contract, placed.body, language),
    responses: responses.map(([status, { response, all, body }]) => ({
      status,
      description: oneLine((response as unknown as Response).description ?? ''),
      evidence: all,
      shown: shownEvidence(all, placed.evidence),
      body: body && bodyOf(contract, body, language),
    })),
  };
}
