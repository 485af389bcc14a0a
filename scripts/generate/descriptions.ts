import { contractOf } from '../../core/src/contract/contract.ts';
import { elements, propertyName } from '../../core/src/contract/elements.ts';
import { type Evidence, evidenceList } from '../../core/src/contract/evidence.ts';
import type { Operation } from '../../core/src/contract/operation.ts';
import { groupBy } from '../../core/src/util/group-by.ts';
import { type JsonObject, listAt, objectAt } from '../../core/src/util/json.ts';
import { isFilledString, oneLine, unitOf } from '../contract/text.ts';

/**
 * Returns a copy of the contract whose descriptions include the evidence of an element, the unit of money, and a warning for a field that is
 * write-only or must not be logged. Some readers show descriptions but no extensions. In the types, editors show these texts on hover.
 */
export function describeExtensions(contract: JsonObject): JsonObject {
  const copy = structuredClone(contract);
  const usesOf = new Map<JsonObject, Operation['uses']>(
    contractOf(copy).operationsAndWebhooks.map(({ definition, uses }) => [definition, uses]),
  );
  for (const { kind, node, path } of elements(copy)) {
    const sentences = [
      ...evidenceSentence(copy, evidenceList(node['x-evidence'])),
      ...useSentence(usesOf.get(node) ?? {}),
      ...(kind === 'schema' ? useSentence(objectAt(node, 'x-evidence-of')) : []),
      ...(kind === 'schema' ? valueSentences(node) : []),
      // Only where a reader meets the field: a record whose fields are all marked need not say it as well.
      ...(kind === 'schema' && propertyName(path) ? fieldSentences(node) : []),
    ];
    if (sentences.length === 0 || !DESCRIBED.has(kind)) continue;
    const text = isFilledString(node.description) ? node.description.trim() : '';
    node.description = [text, sentences.join('\n')].filter(Boolean).join('\n\n');
  }
  return copy;
}

const DESCRIBED = new Set(['operation', 'parameter', 'response', 'header', 'schema']);

/** `Evidence: documented 2.2 (Transaction (response shape)); assumed nullable-types (The document calls …).` */
function evidenceSentence(contract: JsonObject, evidence: readonly Evidence[]): string[] {
  if (evidence.length === 0) return [];
  const parts = evidence.map(({ level, reference }) => `${level} ${reference} - ${explain(contract, reference)}`);
  return [`Evidence: ${parts.join(' Also ')}`];
}

/** What a reference stands for: the title of the section, or the first sentence of the register's statement. */
function explain(contract: JsonObject, reference: string): string {
  const section = objectAt(contract['x-source-document'], 'sections')[reference];
  const { statement } = objectAt(contract['x-evidence-register'], reference);
  const [sentence] = /^.*?[.!?](?=\s|$)/s.exec(String(section ?? statement ?? '')) ?? [`${section ?? statement}.`];
  return oneLine(sentence);
}

/** `Evidence of security: observed bearer-key; of 400: documented 4.5.` */
function useSentence(uses: JsonObject): string[] {
  const parts = Object.entries(uses).map(([use, evidence]) => `of ${use}: ${[evidence].flat().join(', ')}`);
  return parts.length > 0 ? [`Evidence ${parts.join('; ')}.`] : [];
}

/** The meanings of the values, with their evidence: `Known values: processing (documented 3); paid, refused (observed …).` */
function valueSentences(node: JsonObject): string[] {
  const byEvidence = groupBy(Object.entries(objectAt(node, 'x-enum-evidence')), ([, evidence]) =>
    [evidence].flat().join(', '),
  );
  const parts = [...byEvidence].map(([evidence, all]) => `${all.map(([value]) => value).join(', ')} (${evidence})`);
  const open =
    listAt(node, 'x-extensible-enum').length > 0 ? [`Open vocabulary: expect values that are not listed here.`] : [];
  const meanings = Object.entries(objectAt(node, 'x-enumDescriptions')).map(
    ([value, text]) => `- \`${value}\`: ${text}`,
  );
  return [...meanings, ...(parts.length > 0 ? [`Values: ${parts.join('; ')}.`] : []), ...open];
}

function fieldSentences(node: JsonObject): string[] {
  const unit = unitOf(node);
  return [
    ...(unit ? [`Money ${unit}.`] : []),
    ...(node['x-sensitive'] === true ? ['Sensitive: sent and never returned; keep it out of logs.'] : []),
    ...(node['x-personal'] === true ? ['Personal data: redact it in logs.'] : []),
  ];
}
