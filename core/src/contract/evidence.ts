import type { RegisterKey } from '../../generated/register-keys.js';

/** Evidence as the contract writes it, and how strong it is. */

/** Strongest first. */
export const LEVELS = ['documented', 'observed', 'assumed'] as const;
export type Level = (typeof LEVELS)[number];

/** One reference of an `x-evidence`: a section of the source document, or an entry of the register. */
export interface Evidence {
  readonly level: Level;
  readonly reference: string;
}

const TEXT = new RegExp(`^(${LEVELS.join('|')}) (\\S+)$`);

/** Reads `documented 4.5` or `assumed list-envelope`. Returns undefined for anything else. */
export function parseEvidence(text: unknown): Evidence | undefined {
  const [, level, reference] = (typeof text === 'string' && TEXT.exec(text)) || [];
  return level && reference ? { level: level as Level, reference } : undefined;
}

/**
 * Returns the evidence of an element, starting with the evidence for its existence; an empty list if the element states none.
 * @param value an evidence text or a list of them, as in `x-evidence`
 * @throws Error for evidence that lint would refuse
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

/** Returns `x-evidence` as a list of texts. The contract may write a single text. */
export function evidenceTexts(value: unknown): string[] {
  return [value].flat().filter((text) => typeof text === 'string');
}

/** Returns the register key in an evidence text, or undefined for a section of the source document. */
export function entryKey(evidence: string): RegisterKey | undefined {
  const { level, reference } = parseEvidence(evidence) ?? {};
  // The contract's lint checks that the key exists.
  return level === 'documented' ? undefined : (reference as RegisterKey | undefined);
}

export function isWeaker(one: Evidence, other: Evidence): boolean {
  return LEVELS.indexOf(one.level) > LEVELS.indexOf(other.level);
}

/** Returns the weaker of two. The first wins if they are equal. */
export function weaker(one: Evidence, other: Evidence | undefined): Evidence {
  return other !== undefined && isWeaker(other, one) ? other : one;
}

export function isSameEvidence(one: Evidence | undefined, other: Evidence | undefined): boolean {
  return one?.level === other?.level && one?.reference === other?.reference;
}

/** Returns each evidence of a list once. */
export function distinctEvidence(all: readonly Evidence[]): Evidence[] {
  return all.filter((one, index) => all.findIndex((other) => isSameEvidence(one, other)) === index);
}

/** The options of a run of `verify` by the route of an entry of the register, the safest first. No other route has a run. */
export const RUN_OPTIONS: Readonly<Record<string, string>> = {
  read: '--url <url>',
  write: '--allow write',
  charge: '--allow write,charge',
  event: '--allow write,charge --receiver <url>',
  configure: '--allow write,configure',
  money: '--allow write,charge,money --max-amount <centavos>',
  everything: '--allow write,charge,money,configure --max-amount <centavos>',
};
