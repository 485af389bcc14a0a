import { entryKey } from 'payment-gateway-core/contract';
import type { RegisterKey, Variant } from 'payment-gateway-core/values';
import { type Exchange, isRefusal, isSuccessStatus } from '../exchange.js';
import type { Discovery, FindingVerdict, JudgeFinding } from './finding.js';
import { type Place, ROOT, readJudgedContract } from './judged-contract.js';

export interface EntryVerdict {
  readonly key: RegisterKey;
  readonly level: string;
  readonly settle: { readonly route: string; readonly by: string };
  readonly verdict: FindingVerdict;
  readonly reason: string;
  /** Number of exchanges that touched the entry. */
  readonly touched: number;
  /** How many of the required parts (operations, fields, payment methods …) are confirmed. `of` is the total. */
  readonly confirmed: number;
  readonly of: number;
}

interface Account {
  touched: number;
  lastAt: number;
  readonly confirmed: Set<string>;
}

/** The exchange that findings belong to. */
export interface JudgeContext {
  readonly exchange?: Exchange;
  /** The number of the exchange, counted from 1. */
  readonly at: number;
  /** The operation. Checks can name a more specific place. */
  readonly place: Place;
  readonly operationId?: string;
}

/** The most discoveries to keep, which limits memory. */
const MOST_DISCOVERIES = 1_000;

export class EvidenceLedger {
  readonly #contract = readJudgedContract();
  readonly #accounts = new Map<RegisterKey, Account>();
  readonly #findings = new Map<string, JudgeFinding>();
  readonly #discoveries = new Map<string, Discovery>();
  readonly #refuted = new Set<JudgeFinding>();
  context: JudgeContext = { at: 0, place: ROOT };

  /** Records that an exchange touched this evidence without contradicting it. */
  touch(evidence: readonly string[]): void {
    for (const key of evidence.map(entryKey)) if (key !== undefined) this.#touch(key);
  }

  /** Records a value that matches its schema. This confirms entries that a schema can decide. */
  seen(place: Place): void {
    for (const entry of place.evidence.map(this.#contract.entryOf)) {
      const account = entry && this.#touch(entry.key);
      if (entry?.settle.by === 'schema') account?.confirmed.add(place.pointer);
    }
  }

  /**
   * Confirms a part of an entry, or refutes the entry. Does neither if `holds` is undefined. `expected` is one sentence, and `variant` what a
   * refutation shows.
   */
  check(key: RegisterKey, part: string, holds: boolean | undefined, expected: string, variant?: Variant): void {
    if (holds === true) this.confirm(key, part, expected);
    if (holds === false) this.refute(key, `Not true on this server: ${expected}`, variant);
  }

  /** Checks that the gateway refused this request with 422. `what` starts a sentence: "A capture of a paid transaction". */
  expectRefusal(key: RegisterKey, part: string, what: string, variant?: Variant): void {
    const { status = 0 } = this.context.exchange?.response ?? {};
    const holds = status === 422 ? true : isSuccessStatus(status) || isRefusal(status) ? false : undefined;
    this.check(key, part, holds, `${what} is refused with 422.`, variant);
  }

  /** Confirms `part` of an entry; '' if the entry has only one part. Ignores keys that the register lacks. */
  confirm(key: RegisterKey | undefined, part: string, reason: string): void {
    const entry = key && this.#contract.register.get(key);
    if (!entry) return;
    this.#touch(entry.key).confirmed.add(part);
    if (entry.settle.by !== 'person') this.#add('confirmed', `${entry.level} ${entry.key}`, reason);
  }

  refute(key: RegisterKey, reason: string, variant?: Variant): void {
    const entry = this.#contract.register.get(key);
    if (entry) this.refuteEvidence([`${entry.level} ${key}`], reason, undefined, variant);
  }

  /** Refutes each piece of evidence. Evidence may be a section of the source document. */
  refuteEvidence(evidence: readonly string[], reason: string, place?: Place, variant?: Variant): void {
    this.touch(evidence);
    for (const text of evidence) this.#add('refuted', text, reason, variant, place);
  }

  /** Returns whether the exchanges so far refute or confirm an entry. */
  verdictSoFar(key: RegisterKey): 'unknown' | 'confirmed' | 'refuted' {
    return (['refuted', 'confirmed'] as const).find((verdict) => this.#first(key, verdict)) ?? 'unknown';
  }

  leaveOpen(evidence: readonly string[], reason: string, variant?: Variant): void {
    for (const text of evidence) this.#add('not settled', text, reason, variant);
  }

  discover(discovery: Omit<Discovery, 'exchange' | 'at' | 'count'>): void {
    const { exchange, at } = this.context;
    const key = `${discovery.kind} ${discovery.place} ${discovery.reason}`;
    const known = this.#discoveries.get(key);
    // A server may have values as the names of fields.
    if (known === undefined && this.#discoveries.size === MOST_DISCOVERIES) return;
    const found = known ?? { ...discovery, exchange, at, count: 0 };
    found.count++;
    this.#discoveries.set(key, found);
  }

  /** Returns the refuted findings since the last call, with the operation of the current exchange: an earlier one may have had the same finding. */
  takeRefuted(): readonly JudgeFinding[] {
    const { operationId: operation } = this.context;
    const refuted = [...this.#refuted].map((found) => ({ ...found, operation }));
    this.#refuted.clear();
    return refuted;
  }

  get findings(): readonly JudgeFinding[] {
    return [...this.#findings.values()];
  }

  get discoveries(): readonly Discovery[] {
    return [...this.#discoveries.values()];
  }

  verdicts(): EntryVerdict[] {
    return [...this.#contract.register.values()].map(({ key, level, settle: { route, by } }) => {
      const account = this.#accounts.get(key);
      const seen = account?.confirmed ?? new Set();
      const required = [...(this.#contract.required.get(key) ?? [''])];
      const of = required.length;
      const confirmed = required.filter((part) => seen.has(part)).length;
      const sums = { key, level, settle: { route, by }, touched: account?.touched ?? 0, confirmed, of };
      const refuted = this.#first(key, 'refuted');
      if (refuted) return { ...sums, verdict: 'refuted', reason: refuted.reason };
      if (confirmed === of && by !== 'person') {
        const all = `All ${confirmed} places that depend on it matched the contract.`;
        return { ...sums, verdict: 'confirmed', reason: this.#first(key, 'confirmed')?.reason ?? all };
      }
      if (account) {
        const rest = by === 'person' ? 'a person must decide it' : `${confirmed} of ${of} places are confirmed`;
        return { ...sums, verdict: 'consistent', reason: `No exchange contradicts it; ${rest}.` };
      }
      const open = this.#first(key, 'not settled')?.reason ?? 'No exchange concerns it.';
      return { ...sums, verdict: 'not settled', reason: open };
    });
  }

  #first(key: RegisterKey, verdict: FindingVerdict): JudgeFinding | undefined {
    for (const finding of this.#findings.values())
      if (finding.verdict === verdict && entryKey(finding.evidence) === key) return finding;
    return undefined;
  }

  #touch(key: RegisterKey): Account {
    const account = this.#accounts.get(key) ?? { touched: 0, lastAt: 0, confirmed: new Set() };
    this.#accounts.set(key, account);
    if (account.lastAt !== this.context.at) account.touched++;
    account.lastAt = this.context.at;
    return account;
  }

  /** Counts a finding. Without a place it has that of the operation which showed it first. */
  #add(verdict: FindingVerdict, evidence: string, reason: string, variant?: Variant, place?: Place): void {
    const { exchange, at, operationId: operation } = this.context;
    const key = `${verdict} ${evidence} ${place?.pointer} ${variant} ${reason}`;
    const found = this.#findings.get(key) ?? {
      ...{ verdict, evidence, reason, variant, place: (place ?? this.context.place).pointer, count: 0 },
      ...{ operation, exchange, at },
    };
    found.count++;
    this.#findings.set(key, found);
    if (verdict === 'refuted') this.#refuted.add(found);
  }
}
