import { child, type Node } from '../contract/elements.js';
import { LEVELS, type Level } from '../contract/evidence.js';
import { type Contract, header } from './contract.ts';
import { operationTable } from './operations.ts';
import { print } from './print.ts';

type Counts = Record<Level, number>;

/** How many operations stand on which evidence, over all and by group. */
export function operationCounts(contract: Node): { all: Counts; byTag: Record<string, Counts> } {
  const infos = Object.values(operationTable(contract));
  const count = (tag?: string) =>
    Object.fromEntries(
      LEVELS.map((level) => [
        level,
        infos.filter((info) => info.evidence === level && info.tag === (tag ?? info.tag)).length,
      ]),
    ) as Counts;
  const tags = [...new Set(infos.map(({ tag }) => tag))];
  return { all: count(), byTag: Object.fromEntries(tags.map((tag) => [tag, count(tag)])) };
}

export function generateEvidence(contract: Contract): string {
  const { root } = contract;
  const counts = operationCounts(root);
  return `${header(
    contract,
    `What the contract rests on: the sections of the source document, the register of what was observed or assumed, and counts.`,
  )}/** Strongest first. */
export const evidenceLevels = ${print(LEVELS)} as const;
export type EvidenceLevel = (typeof evidenceLevels)[number];

/** A section of the source document, or a key of the register. */
export type EvidenceReference = keyof typeof sourceSections | keyof typeof evidenceRegister;

/** The sections of the source document and their titles. */
export const sourceSections = ${print(child(root['x-source-document'], 'sections'), 0, 200)} as const;

/** Where the observations come from. */
export const evidenceSources = ${print(child(root, 'x-evidence-sources'), 0, 200)} as const;

export interface RegisterEntry {
  readonly level: Exclude<EvidenceLevel, 'documented'>;
  readonly statement: string;
  readonly source: readonly (keyof typeof evidenceSources)[];
  /** What would turn it into knowledge. */
  readonly settled_by: string;
  /** How that is learnt: by which route, and who decides. What stands in about are the only fields, or keywords of a schema, that it speaks of. */
  readonly settle: {
    readonly route: string;
    readonly by: 'schema' | 'flow' | 'person';
    readonly about?: readonly string[];
  };
  /** What verified servers showed. */
  readonly seen?: readonly {
    readonly on: string;
    readonly verdict: 'confirmed' | 'refuted';
    readonly exchanges: number;
    readonly reason: string;
  }[];
}

/** What was observed or is assumed, by the key that the contract refers to. */
export const evidenceRegister = ${print(child(root, 'x-evidence-register'), 0, 200)} as const satisfies Record<string, RegisterEntry>;

/** How many operations stand on each level. */
export const operationsByEvidence = ${print(counts.all, 0, 200)} as const satisfies Record<EvidenceLevel, number>;

/** The same, by group. */
export const operationsByEvidenceAndTag = ${print(counts.byTag, 0, 200)} as const satisfies Record<string, Record<EvidenceLevel, number>>;
`;
}
