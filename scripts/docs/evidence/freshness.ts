import { evidenceList } from '../../../src/contract/evidence.ts';
import type { JsonObject } from '../../../src/util/json.ts';
import { planFlows, REACHES } from '../../../verify/src/run/index.js';
import { reachable } from '../../contract/elements.ts';
import { errorsOf, hrefOf, operationsOf } from '../../contract/places.ts';
import type { Contract, Place } from '../../contract/types.ts';
import { ownEvidence, referencesIn } from '../../contract/uses.ts';
import type { Language } from '../language.ts';
import { registerGroups, registerPlaces, sourceOf } from './register.ts';

const planned = (await planFlows()).flatMap(({ steps }) => steps);
/** The operations that `books` calls. */
const BOOKS = new Set(['listTransactions', 'retrieveTransaction']);

/** Returns a Markdown table with a row for each operation: where its evidence comes from, and what can bring new evidence. */
export function freshnessTable(contract: Contract, language: Language): string {
  const { freshness } = language.words;
  const register = contract['x-evidence-register'];
  const hrefs = registerPlaces(registerGroups(contract, language));
  const link = (key: string) => `[${key}](${hrefs[key]})`;
  const linked = (keys: Iterable<string>) => [...keys].map(link).join(', ');

  const places = operationsOf(contract);
  const variantsOf = new Map(places.map((place) => [place, entriesWithVariants(contract, place)]));
  const isShared = (key: string) => [...variantsOf.values()].filter((keys) => keys.has(key)).length > places.length / 2;

  /** Returns why there is no evidence of a kind: the entry or the section that is the evidence. */
  const no = (evidence: unknown) => {
    const [{ level, reference } = { level: '', reference: '' }] = evidenceList(evidence);
    return `${freshness.no}: ${level === 'documented' ? freshness.section(reference) : link(reference)}`;
  };

  const documented = ({ operation }: Place) => {
    const [first] = evidenceList(operation['x-evidence']);
    return first?.level === 'documented' ? freshness.section(first.reference) : no(operation['x-evidence']);
  };

  const driven = ({ operation, model }: Place) => {
    const { security } = model.uses;
    // The entry about calls of public clients.
    if (security !== 'observed bearer-key') return no(security);
    const evidence = [operation['x-evidence'], operation['x-resource']?.evidence].flatMap(evidenceList);
    const observed = evidence.filter(({ level }) => level === 'observed').map(({ reference }) => reference);
    const names = new Set(observed.flatMap((key) => register[key]?.source ?? []));
    const clients = [...names].flatMap((name) => sourceOf(contract, name).href ?? []);
    if (clients.length === 0) return no(operation['x-evidence']);
    return clients.map((href) => `[${href.split('/')[4]}](${href})`).join(', ');
  };

  const switched = (place: Place) => {
    const keys = [...(variantsOf.get(place) ?? [])];
    const own = keys.filter((key) => !isShared(key));
    return own.length > 0 ? linked(own) : `${freshness.shared}: ${linked(keys)}`;
  };

  const settled = ({ operation: { operationId = '', ...operation } }: Place) => {
    const reaches = planned.filter((step) => step.operation.operationId === operationId).map(({ reach }) => reach);
    const [least] = REACHES.filter((reach) => reaches.includes(reach));
    const [first] = evidenceList(operation['x-evidence']);
    const isForPerson = first !== undefined && register[first.reference]?.settle.by === 'person';
    return [
      ...(least === undefined ? [] : [least === 'read' ? 'verify' : `verify --allow ${least}`]),
      ...['proxy', ...(BOOKS.has(operationId) ? ['books'] : [])],
    ]
      .map((command) => `\`${command}\``)
      .concat(isForPerson ? [freshness.person(link(first.reference))] : [])
      .join(', ');
  };

  const rows = places.map((place) => [
    `[${place.operation.operationId}](${hrefOf(place)})`,
    documented(place),
    driven(place),
    errorsOf(place)
      .map(([status]) => status)
      .join(', '),
    switched(place),
    settled(place),
  ]);
  const { columns } = freshness;
  return [columns, columns.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** Returns the entries with variants that an operation or something in it names. */
function entriesWithVariants(contract: Contract, { operation, model }: Place): Set<string> {
  const evidence = reachable(contract as unknown as JsonObject, [operation]).map(({ node }) => ownEvidence(node));
  const parts = [operation['x-resource']?.evidence, Object.values(model.uses)];
  const keys = referencesIn([...parts, ...evidence]);
  return new Set(keys.filter((key) => contract['x-evidence-register'][key]?.variants !== undefined));
}
