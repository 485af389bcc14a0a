import { contractOf } from '../../../core/src/contract/contract.ts';
import type { Evidence } from '../../../core/src/contract/evidence.ts';
import { evidenceList } from '../../../core/src/contract/evidence.ts';
import type { OpenApi } from '../../../core/src/contract/openapi.ts';
import type { Operation } from '../../../core/src/contract/operation.ts';
import { oneLine } from '../../contract/text.ts';
import type { Language } from '../language.ts';
import { type RenderedBody, type RenderedField, renderBody, type ShownEvidence, shownEvidence } from './fields.ts';

/** The texts of the page of an operation or webhook. */
interface Reference {
  /** Markdown. */
  description: string;
  /** What the operation itself rests on, its authentication and its rules included. */
  evidence: Evidence[];
  /** The part of `evidence` about its existence that is below `documented`. */
  shown: ShownEvidence[];
  parameters: RenderedField[];
  body: RenderedBody | undefined;
  responses: ResponseReference[];
}

export interface ResponseReference {
  status: string;
  description: string;
  /** All evidence of the response at its place. */
  evidence: readonly Evidence[];
  shown: ShownEvidence[];
  body: RenderedBody | undefined;
}

/** Returns the reference of one operation or webhook. */
export function referenceOf(contract: OpenApi, operation: Operation, language: Pick<Language, 'words'>): Reference {
  const { definition, resource, uses } = operation;
  const placed = contractOf(contract).placedOf(operation);
  const { states = [], evidence: rules } = resource;
  const all = [...placed.all, ...evidenceList(uses.security), ...evidenceList(rules)];
  const stateWords = states.length > 0 && language.words.states(states.map((state) => `\`${state}\``));
  const responses = [...placed.responses].sort(([one], [other]) => one.localeCompare(other));
  return {
    description: [definition.description?.trim(), stateWords].filter(Boolean).join('\n\n'),
    evidence: all.filter((one, index) => all.findIndex((other) => other.reference === one.reference) === index),
    shown: shownEvidence(placed.all.slice(0, 1), undefined).filter(({ level }) => level !== 'documented'),
    parameters: placed.parameters.map(
      ({ name, in: place, isRequired, definition: { schema, description }, evidence, all }) => {
        const type = [schema?.type ?? 'any'].flat().join(language.words.machine.or);
        return {
          name,
          type: `${type} (${place})`,
          // A path has no form without its parameters.
          required: isRequired ? evidence : undefined,
          description: oneLine(description ?? ''),
          values: [],
          isOpen: false,
          evidence: all,
          value: undefined,
          shown: shownEvidence(all, placed.evidence),
          inner: undefined,
        };
      },
    ),
    body: placed.body && renderBody(contract, placed.body, language),
    responses: responses.map(([status, { definition, all, body }]) => ({
      status,
      description: oneLine(definition.description ?? ''),
      evidence: all,
      shown: shownEvidence(all, placed.evidence),
      body: body && renderBody(contract, body, language),
    })),
  };
}
