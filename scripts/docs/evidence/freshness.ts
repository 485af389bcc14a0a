import { contractOf } from '../../../core/src/contract/contract.ts';
import { reachable } from '../../../core/src/contract/elements.ts';
import { evidenceList } from '../../../core/src/contract/evidence.ts';
import type { OpenApi } from '../../../core/src/contract/openapi.ts';
import type { Operation } from '../../../core/src/contract/operation.ts';
import { planFlows, REACHES } from '../../../verify/src/run/index.js';
import { errorsOf, operationHref } from '../addresses.ts';
import type { Language } from '../language.ts';
import { ownEvidence, referencesIn, registerGroups, registerPlaces, sourceOf } from './register.ts';

const planned = (await planFlows()).flatMap(({ steps }) => steps);
/** The operations that `books` calls. */
const BOOKS = new Set(['listTransactions', 'retrieveTransaction']);

/** Returns a Markdown table with a row for each operation: the source of its evidence, and how to get new evidence. */
export function freshnessTable(contract: OpenApi, language: Language): string {
  const { freshness } = language.words;
  const register = contract['x-evidence-register'];
  const hrefs = registerPlaces(registerGroups(contract, language));
  const link = (key: string) => `[${key}](${hrefs[key]})`;
  const linked = (keys: Iterable<string>) => [...keys].map(link).join(', ');

  const { operations } = contractOf(contract);
  const variantsOf = new Map(operations.map((operation) => [operation, entriesWithVariants(contract, operation)]));
  const isShared = (key: string) =>
    [...variantsOf.values()].filter((keys) => keys.has(key)).length > operations.length / 2;

  /** Returns the reason for a kind without evidence: the entry or the section that is the evidence. */
  const no = (evidence: unknown) => {
    const [{ level, reference } = { level: '', reference: '' }] = evidenceList(evidence);
    return `${freshness.no}: ${level === 'documented' ? freshness.section(reference) : link(reference)}`;
  };

  const documented = ({ definition }: Operation) => {
    const [first] = evidenceList(definition['x-evidence']);
    return first?.level === 'documented' ? freshness.section(first.reference) : no(definition['x-evidence']);
  };

  const driven = ({ definition, uses: { security } }: Operation) => {
    // The entry about calls of public clients.
    if (security !== 'observed bearer-key') return no(security);
    const evidence = [definition['x-evidence'], definition['x-resource']?.evidence].flatMap(evidenceList);
    const observed = evidence.filter(({ level }) => level === 'observed').map(({ reference }) => reference);
    const names = new Set(observed.flatMap((key) => register[key]?.source ?? []));
    const clients = [...names].flatMap((name) => sourceOf(contract, name).commit ?? []);
    if (clients.length === 0) return no(definition['x-evidence']);
    return clients.map((href) => `[${href.split('/')[4]}](${href})`).join(', ');
  };

  const switched = (operation: Operation) => {
    const keys = [...(variantsOf.get(operation) ?? [])];
    const own = keys.filter((key) => !isShared(key));
    return own.length > 0 ? linked(own) : `${freshness.shared}: ${linked(keys)}`;
  };

  const settled = ({ operationId, definition }: Operation) => {
    const reaches = planned.filter((step) => step.operation.operationId === operationId).map(({ reach }) => reach);
    const [least] = REACHES.filter((reach) => reaches.includes(reach));
    const [first] = evidenceList(definition['x-evidence']);
    const isForPerson = first !== undefined && register[first.reference]?.settle.by === 'person';
    return [
      ...(least === undefined ? [] : [least === 'read' ? 'verify' : `verify --allow ${least}`]),
      ...['proxy', ...(BOOKS.has(operationId) ? ['books'] : [])],
    ]
      .map((command) => `\`${command}\``)
      .concat(isForPerson ? [freshness.person(link(first.reference))] : [])
      .join(', ');
  };

  const rows = operations.map((operation) => [
    `[${operation.operationId}](${operationHref(operation)})`,
    documented(operation),
    driven(operation),
    errorsOf(operation)
      .map(([status]) => status)
      .join(', '),
    switched(operation),
    settled(operation),
  ]);
  const { columns } = freshness;
  return [columns, columns.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** Returns the entries with variants that an operation or something in it names. */
function entriesWithVariants(contract: OpenApi, { definition, uses }: Operation): Set<string> {
  const evidence = reachable(contract, [definition]).map(({ node }) => ownEvidence(node));
  const parts = [definition['x-resource']?.evidence, Object.values(uses)];
  const keys = referencesIn([...parts, ...evidence]);
  return new Set(keys.filter((key) => contract['x-evidence-register'][key]?.variants !== undefined));
}
