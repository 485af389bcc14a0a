import type { Exchange } from '../exchange.js';
import { entryKey, type JudgedContract } from './contract.js';
import type { Discovery, Finding, Place, Verdict } from './finding.js';
import { requiredSubjects } from './subjects.js';

/** The verdict on one entry of the register. */
export interface EntryVerdict {
  readonly key: string;
  readonly verdict: Verdict;
  /** One sentence. */
  readonly reason: string;
  /** How many exchanges touched what rests on it. */
  readonly touched: number;
  /** What has to be confirmed before the entry is, and how much of it was: operations, fields, payment methods … */
  readonly confirmed: number;
  readonly of: number;
}

interface Account {
  touched: number;
  lastAt: number;
  readonly confirmed: Set<string>;
}

/** Collects what the rules find, and sums it up per entry. Rules speak of the exchange that was begun last. */
export class Ledger {
  readonly #contract: JudgedContract;
  readonly #required: ReadonlyMap<string, ReadonlySet<string>>;
  readonly #accounts = new Map<string, Account>();
  readonly #findings = new Map<string, Finding>();
  readonly #discoveries = new Map<string, Discovery>();
  #exchange: Exchange | undefined;
  #operationId: string | undefined;
  #at = 0;

  constructor(contract: JudgedContract) {
    this.#contract = contract;
    this.#required = requiredSubjects(contract);
  }

  get at(): number {
    return this.#at;
  }

  begin(exchange: Exchange | undefined, at: number, operationId?: string): void {
    this.#exchange = exchange;
    this.#at = at;
    this.#operationId = operationId;
  }

  /** What rests on the evidence was seen, and nothing contradicted it. */
  touch(evidence: readonly string[]): void {
    for (const text of evidence) {
      const key = entryKey(text);
      if (key !== undefined) this.#touch(key);
    }
  }

  /** A schema was met with a value: that confirms an entry which says no more than a schema can. */
  seen(place: Place): void {
    for (const text of place.evidence) {
      const key = entryKey(text);
      if (key === undefined) continue;
      const account = this.#touch(key);
      if (this.#contract.register.get(key)?.settle.by === 'schema') account.confirmed.add(place.pointer);
    }
  }

  /** More than a schema could show: `subject` is the part of the entry that was confirmed, '' when it has only one. */
  confirm(key: string, place: Place, subject: string, reason: string): void {
    const entry = this.#contract.register.get(key);
    if (!entry) return;
    this.#touch(key).confirmed.add(subject);
    if (entry.settle.by !== 'person') this.#add('confirmed', place, `${entry.level} ${key}`, reason);
  }

  refute(place: Place, evidence: readonly string[], reason: string): void {
    for (const text of evidence) {
      const key = entryKey(text);
      if (key !== undefined) this.#touch(key);
      this.#add('refuted', place, text, reason);
    }
  }

  /** By the key of an entry; nothing happens when the register has no such entry any more. */
  refuteEntry(key: string, place: Place, reason: string): void {
    const entry = this.#contract.register.get(key);
    if (entry) this.refute(place, [`${entry.level} ${key}`], reason);
  }

  /** It was tried, and the response says neither yes nor no. */
  leaveOpen(evidence: readonly string[], place: Place, reason: string): void {
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

  /** One verdict per entry, in the order of the register. */
  verdicts(): EntryVerdict[] {
    return [...this.#contract.register.values()].map(({ key, settle }) => {
      const account = this.#accounts.get(key);
      const required = this.#required.get(key) ?? new Set(['']);
      const confirmed = [...required].filter((subject) => account?.confirmed.has(subject)).length;
      const found = this.findings.filter(({ evidence }) => entryKey(evidence) === key);
      const first = (verdict: Verdict) => found.find((finding) => finding.verdict === verdict)?.reason;
      const sums = { key, touched: account?.touched ?? 0, confirmed, of: required.size };
      const refuted = first('refuted');
      if (refuted !== undefined) return { ...sums, verdict: 'refuted', reason: refuted };
      if (confirmed === required.size && settle.by !== 'person') {
        const reason =
          first('confirmed') ?? `All ${confirmed} places that rest on it were seen as the contract describes them.`;
        return { ...sums, verdict: 'confirmed', reason };
      }
      if (account) {
        const rest =
          settle.by === 'person'
            ? 'a person has to settle it'
            : `${confirmed} of ${required.size} places are confirmed`;
        return { ...sums, verdict: 'consistent', reason: `Nothing contradicts it; ${rest}.` };
      }
      return { ...sums, verdict: 'not settled', reason: first('not settled') ?? 'Nothing that was judged touches it.' };
    });
  }

  #touch(key: string): Account {
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
