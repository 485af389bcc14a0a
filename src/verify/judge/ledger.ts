import type { RegisterKey } from '../../../generated/register-keys.js';
import { type Exchange, isRefusal, isSuccess } from '../exchange.js';
import { entryKey, type JudgedContract } from './contract.js';
import type { Discovery, Finding, Place, Verdict } from './finding.js';
import { SIGHTINGS } from './subjects.js';

/** The verdict on one entry of the register. */
export interface EntryVerdict {
  readonly key: RegisterKey;
  readonly verdict: Verdict;
  /** One sentence. */
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

const ROOT: Place = { pointer: '#', evidence: [] };

/** Collects findings and sums them up per entry. Findings belong to the exchange of the latest `begin` call. */
export class Ledger {
  readonly #contract: JudgedContract;
  readonly #accounts = new Map<RegisterKey, Account>();
  readonly #findings = new Map<string, Finding>();
  readonly #discoveries = new Map<string, Discovery>();
  #exchange: Exchange | undefined;
  #operationId: string | undefined;
  #at = 0;
  #place: Place = ROOT;

  constructor(contract: JudgedContract) {
    this.#contract = contract;
  }

  get at(): number {
    return this.#at;
  }

  /** Starts an exchange. `place` is the operation; rules can name a more specific place. */
  begin(exchange: Exchange | undefined, at: number, place: Place = ROOT, operationId?: string): void {
    this.#exchange = exchange;
    this.#at = at;
    this.#place = place;
    this.#operationId = operationId;
  }

  /** Records that an exchange touched this evidence without contradicting it. */
  touch(evidence: readonly string[]): void {
    for (const text of evidence) {
      const key = entryKey(text);
      if (key !== undefined) this.#touch(key);
    }
  }

  /** Records a value that matches its schema. This confirms entries that a schema can decide. */
  seen(place: Place): void {
    for (const text of place.evidence) {
      const key = entryKey(text);
      if (key === undefined) continue;
      const account = this.#touch(key);
      if (this.#contract.register.get(key)?.settle.by === 'schema') account.confirmed.add(place.pointer);
    }
  }

  /** Confirms a part of an entry, or refutes the entry. Does neither if `holds` is undefined. `expected` is one sentence. */
  check(key: RegisterKey, part: string, holds: boolean | undefined, expected: string, place?: Place): void {
    if (holds === true) this.confirm(key, part, expected, place);
    if (holds === false) this.refute(key, `Not true on this server: ${expected}`, place);
  }

  /** Checks that the gateway refused this request with 422. `what` starts a sentence: "A capture of a paid transaction". */
  expectRefusal(key: RegisterKey, part: string, what: string): void {
    const { status = 0 } = this.#exchange?.response ?? {};
    const holds = status === 422 ? true : isSuccess(status) || isRefusal(status) ? false : undefined;
    this.check(key, part, holds, `${what} is refused with 422.`);
  }

  /** Confirms `part` of an entry; '' if the entry has only one part. */
  confirm(key: RegisterKey, part: string, reason: string, place = this.#place): void {
    const entry = this.#contract.register.get(key);
    if (!entry) return;
    this.#touch(key).confirmed.add(part);
    if (entry.settle.by !== 'person') this.#add('confirmed', place, `${entry.level} ${key}`, reason);
  }

  refute(key: RegisterKey, reason: string, place = this.#place): void {
    const entry = this.#contract.register.get(key);
    if (entry) this.refuteEvidence([`${entry.level} ${key}`], reason, place);
  }

  /** Refutes each piece of evidence. Evidence may be a section of the source document. */
  refuteEvidence(evidence: readonly string[], reason: string, place = this.#place): void {
    for (const text of evidence) {
      const key = entryKey(text);
      if (key !== undefined) this.#touch(key);
      this.#add('refuted', place, text, reason);
    }
  }

  /** Returns whether the exchanges so far refute or confirm an entry. */
  verdictSoFar(key: RegisterKey): 'unknown' | 'confirmed' | 'refuted' {
    const of = this.findings.filter((finding) => entryKey(finding.evidence) === key);
    const has = (verdict: Verdict) => of.some((finding) => finding.verdict === verdict);
    return has('refuted') ? 'refuted' : has('confirmed') ? 'confirmed' : 'unknown';
  }

  /** Records that a test was inconclusive. */
  leaveOpen(evidence: readonly string[], reason: string, place = this.#place): void {
    for (const text of evidence) this.#add('not settled', place, text, reason);
  }

  discover(discovery: Omit<Discovery, 'exchange' | 'at' | 'count'>): void {
    const key = `${discovery.kind} ${discovery.place} ${discovery.reason}`;
    const known = this.#discoveries.get(key);
    if (known) known.count++;
    else this.#discoveries.set(key, { ...discovery, exchange: this.#exchange, at: this.#at, count: 1 });
  }

  get findings(): readonly Finding[] {
    return [...this.#findings.values()];
  }

  get discoveries(): readonly Discovery[] {
    return [...this.#discoveries.values()];
  }

  /** Returns one verdict per entry, in the order of the register. */
  verdicts(): EntryVerdict[] {
    return [...this.#contract.register.values()].map(({ key, settle }) => {
      const account = this.#accounts.get(key);
      const sightings = SIGHTINGS[key];
      const required = this.#contract.required.get(key) ?? new Set(['']);
      const of = sightings ?? required.size;
      const confirmed = sightings
        ? Math.min(account?.confirmed.size ?? 0, sightings)
        : [...required].filter((subject) => account?.confirmed.has(subject)).length;
      const found = this.findings.filter(({ evidence }) => entryKey(evidence) === key);
      const first = (verdict: Verdict) => found.find((finding) => finding.verdict === verdict)?.reason;
      const sums = { key, touched: account?.touched ?? 0, confirmed, of };
      const refuted = first('refuted');
      if (refuted !== undefined) return { ...sums, verdict: 'refuted', reason: refuted };
      if (confirmed === of && settle.by !== 'person') {
        const reason = first('confirmed') ?? `All ${confirmed} places that depend on it matched the contract.`;
        return { ...sums, verdict: 'confirmed', reason };
      }
      if (account) {
        const rest = settle.by === 'person' ? 'a person must decide it' : `${confirmed} of ${of} places are confirmed`;
        return { ...sums, verdict: 'consistent', reason: `No exchange contradicts it; ${rest}.` };
      }
      return { ...sums, verdict: 'not settled', reason: first('not settled') ?? 'No exchange concerns it.' };
    });
  }

  #touch(key: RegisterKey): Account {
    let account = this.#accounts.get(key);
    if (!account) {
      account = { touched: 0, lastAt: 0, confirmed: new Set() };
      this.#accounts.set(key, account);
    }
    if (account.lastAt !== this.#at) account.touched++;
    account.lastAt = this.#at;
    return account;
  }

  #add(verdict: Verdict, place: Place, evidence: string, reason: string): void {
    const key = `${verdict} ${evidence} ${place.pointer} ${reason}`;
    const known = this.#findings.get(key);
    if (known) known.count++;
    else {
      this.#findings.set(key, {
        verdict,
        place: place.pointer,
        evidence,
        reason,
        operationId: this.#operationId,
        exchange: this.#exchange,
        at: this.#at,
        count: 1,
      });
    }
  }
}
