/** The evidence of each element of the contract, at the place where it is used. Header, docs and their tests all read it here. */
import { type JsonObject, listAt, objectAt } from '../util/index.js';

/** Strongest first. */
export const LEVELS = ['documented', 'observed', 'assumed'] as const;
export type Level = (typeof LEVELS)[number];

/** One reference of an `x-evidence`: a section of the source document, or an entry of the register. */
export interface Evidence {
  readonly level: Level;
  readonly reference: string;
}

/** What an element inherits from its surroundings. */
export interface Surroundings {
  /** The evidence that the nearest element around it exists. */
  readonly evidence: Evidence;
  /** The strongest evidence that the element can have: that of the nearest place which refers to its schema. */
  readonly limit: Evidence | undefined;
}

/** An element at its place. Its `evidence` is the first of `all`. */
export interface Placed extends Surroundings {
  /** The first shows that the element exists. The others name the parts that rest on weaker evidence. */
  readonly all: readonly Evidence[];
}

/** The evidence of an operation that states none. Lint refuses one. */
const UNSTATED: Evidence = { level: 'assumed', reference: 'unstated' };

const TEXT = new RegExp(`^(${LEVELS.join('|')}) (\\S+)$`);

/** Reads `documented 4.5` or `assumed list-envelope`. Returns undefined for anything else. */
export function parseEvidence(text: unknown): Evidence | undefined {
  const [, level, reference] = (typeof text === 'string' && TEXT.exec(text)) || [];
  return level && reference ? { level: level as Level, reference } : undefined;
}

/**
 * Returns the evidence of an element, starting with the evidence for its existence; an empty list if the element states none.
 * @param value an evidence text or a list of them, as in `x-evidence`
 * @throws Error for what lint would refuse
 */
export function evidenceList(value: unknown): Evidence[] {
  return [value ?? []].flat().map((text) => {
    const evidence = parseEvidence(text);
    if (!evidence)
      throw new Error(`Not an evidence: ${JSON.stringify(text)}. Write "<${LEVELS.join('|')}> <reference>".`);
    return evidence;
  });
}

/** Writes an evidence as the contract does. */
export function evidenceText({ level, reference }: Evidence): string {
  return `${level} ${reference}`;
}

export function isWeaker(one: Evidence, other: Evidence): boolean {
  return LEVELS.indexOf(one.level) > LEVELS.indexOf(other.level);
}

/** Returns the weaker of two. The first wins if they are equal. */
export function weaker(one: Evidence, other: Evidence | undefined): Evidence {
  return other !== undefined && isWeaker(other, one) ? other : one;
}

/** Returns an operation at its place: nothing in it has stronger evidence than its method and path. */
export function placedOperation(definition: JsonObject): Placed {
  const all = evidenceList(definition['x-evidence']);
  const [evidence = UNSTATED] = all;
  return { evidence, limit: evidence, all: all.length > 0 ? all : [evidence] };
}

/**
 * Returns an element at a place: the weaker of the element and of the place that refers to it.
 * @param written the element as the place writes it: a `$ref`, or the element itself
 * @param target the element that it refers to
 * @param ofUse the evidence that the place states for this use, such as `x-evidence-of` of a status. It shows that the element exists
 */
export function placedElement(
  written: JsonObject,
  target: JsonObject,
  { evidence, limit }: Surroundings,
  ofUse: readonly Evidence[] = [],
): Placed {
  const isReference = '$ref' in written;
  const own = evidenceList(target['x-evidence']);
  const [atPlace, ...restAtPlace] = [...ofUse, ...(isReference ? evidenceList(written['x-evidence']) : [])];
  const place = limited(atPlace ?? evidence, limit);
  const inside = isReference ? place : limit;
  const [first = place, ...parts] = own;
  const found = [
    ...[...ofUse.slice(0, 1), first].map((one) => limited(one, inside)),
    // A part keeps its section: the place shows the element, and the section its format or its values.
    ...[...parts, ...restAtPlace].map((one) => weaker(one, inside)),
  ];
  const all = found.filter((one, index) => found.findIndex((other) => isSame(one, other)) === index);
  return { evidence: all[0] ?? place, limit: inside, all };
}

/** Returns a part of an `allOf` at its place. What composes it states the evidence for the whole, so a part is shown only where it is weaker. */
export function placedPart(written: JsonObject, target: JsonObject, around: Surroundings): Surroundings {
  const [own] = evidenceList(target['x-evidence']);
  return { evidence: weaker(around.evidence, own), limit: '$ref' in written ? around.evidence : around.limit };
}

/** Returns the evidence for a part of a schema: that fields are `required`, or how its `value` comes about. */
export function evidenceOfPart(schema: JsonObject, part: 'required' | 'value'): Evidence[] {
  return evidenceList(objectAt(schema, 'x-evidence-of')[part]);
}

/** Returns the known values of a schema, each with its evidence at the schema's place. */
export function placedValues(target: JsonObject, { evidence, limit }: Surroundings): Map<string, Evidence> {
  const stated = objectAt(target, 'x-enum-evidence');
  const values = [...listAt(target, 'x-extensible-enum'), ...listAt(target, 'enum'), target.const];
  const texts = values.filter((value) => typeof value === 'string');
  // Where a value is seen does not change with the place that refers to its vocabulary.
  const [own = evidence] = evidenceList(target['x-evidence']);
  return new Map(texts.map((value) => [value, weaker(evidenceList(stated[value])[0] ?? own, limit)]));
}

/**
 * Returns an evidence, or the limit of its place if that is weaker. The section of a documented place wins, because it lists the element there:
 * a schema that several places share names the section it was written for.
 */
export function limited(evidence: Evidence, limit: Evidence | undefined): Evidence {
  return isDocumented(evidence) && isDocumented(limit) ? limit : weaker(evidence, limit);
}

/** Returns what limits the elements of a body: what surrounds it, or the section that shows the whole record. */
export function limitOfBody(target: JsonObject, limit: Evidence | undefined): Evidence | undefined {
  const [own] = evidenceList(target['x-evidence']);
  return isDocumented(own) && isDocumented(limit) ? own : limit;
}

function isDocumented(evidence: Evidence | undefined): evidence is Evidence {
  return evidence?.level === 'documented';
}

function isSame(one: Evidence, other: Evidence): boolean {
  return one.level === other.level && one.reference === other.reference;
}
