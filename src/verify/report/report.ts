import { printable } from '../../codes/printable.js';
import { isObject, type JsonObject, objectAt, stringAt } from '../../contract/json.js';
import { readPackageJson } from '../../contract/package-files.js';
import type { Exchange } from '../exchange.js';
import { entryKey, type JudgedContract } from '../judge/contract.js';
import { discoveryEvidence } from '../judge/discoveries.js';
import type { Discovery, Finding, Verdict } from '../judge/finding.js';
import { VERDICTS } from '../judge/finding.js';
import type { Judgement } from '../judge.js';
import { createShow, type ShownExchange } from './shown.js';

export const REPORT_FORMAT = 'payment-gateway-verify/1';

/** What was found, without card data, credentials, personal data and the server's address. Its schema: `schemas/verify-report.json`. */
export interface Report {
  readonly format: typeof REPORT_FORMAT;
  /** When the report was made, as an ISO 8601 timestamp. */
  readonly created: string;
  readonly package: string;
  /** The documentation version that the contract describes. */
  readonly contract: string;
  /** `recorded`: nothing was sent. `run`: the package sent the requests itself. */
  readonly mode: 'recorded' | 'run';
  /** Why it is no evidence: the exchanges were with the contract's own mock, or with a server on this machine. Empty otherwise. */
  readonly circular: readonly string[];
  readonly exchanges: { readonly judged: number; readonly ignored: number; readonly skipped: number };
  /** Entries by their verdict, and what stands beside them. */
  readonly summary: Readonly<Record<Verdict | 'deviations' | 'discoveries', number>>;
  /** Every entry of the register, or those that were asked for. */
  readonly entries: readonly ReportEntry[];
  /** What contradicts the source document itself. */
  readonly deviations: readonly ReportFinding[];
  /** What the contract does not have. */
  readonly discoveries: readonly ReportDiscovery[];
  /** The register entry on which the lines of the discoveries rest, to be completed by a person. */
  readonly discoveryEvidence: string;
  /** What was not done or could not be done, one sentence each. */
  readonly notes: readonly string[];
  /** What a run created and is still there, as `/v1/plans/201`: also what the API cannot remove. */
  readonly leftBehind: readonly string[];
  /** What a run should have taken back and could not, one sentence each: `still charged: transaction 123, R$ 5.00`. */
  readonly outstanding?: readonly string[];
  /** Why the report says less than it should: the run was interrupted, or nothing could be judged. */
  readonly incomplete?: string;
  /** Known deviations (`--accept`): entries and sections of the document whose refutation does not fail. */
  readonly accepted?: readonly string[];
}

export interface ReportEntry {
  readonly key: string;
  readonly level: string;
  readonly verdict: Verdict;
  readonly reason: string;
  readonly settle: { readonly route: string; readonly by: string };
  /** How many exchanges touched what rests on it. */
  readonly touched: number;
  /** Of how many places (operations, fields …) it was confirmed. */
  readonly confirmed: number;
  readonly of: number;
  readonly findings: readonly ReportFinding[];
}

export interface ReportFinding {
  readonly verdict: Verdict;
  readonly evidence: string;
  readonly place: string;
  readonly operation?: string;
  readonly reason: string;
  readonly count: number;
  /** The first exchange that shows it, and its place among those that were judged. */
  readonly at: number;
  readonly exchange?: ShownExchange;
}

export interface ReportDiscovery {
  readonly kind: Discovery['kind'];
  readonly place: string;
  readonly reason: string;
  readonly yaml: string;
  readonly count: number;
  readonly at: number;
  readonly exchange?: ShownExchange;
}

export interface ReportOptions {
  readonly mode: Report['mode'];
  readonly circular?: readonly string[];
  readonly skipped?: number;
  readonly notes?: readonly string[];
  readonly leftBehind?: readonly string[];
  readonly outstanding?: readonly string[];
  readonly incomplete?: string;
  /** Only these entries. */
  readonly entries?: readonly string[];
  /** Hidden wherever they stand: a token, a card. */
  readonly secrets?: readonly string[];
}

/** Returns a judgement as a report. Control characters from a server are escaped in all of its strings. */
export function createReport(judgement: Judgement, contract: JudgedContract, options: ReportOptions): Report {
  const show = createShow(contract, options.secrets ?? []);
  const withExchange = (exchange: Exchange | undefined) => (exchange ? { exchange: show(exchange) } : {});
  const shown = ({ verdict, evidence, place, reason, operationId, count, at, exchange }: Finding): ReportFinding => ({
    verdict,
    evidence,
    place,
    ...(operationId === undefined ? {} : { operation: operationId }),
    reason,
    count,
    at,
    ...withExchange(exchange),
  });
  const entries = judgement.verdicts
    .filter(({ key }) => options.entries === undefined || options.entries.includes(key))
    .map(({ key, verdict, reason, touched, confirmed, of }): ReportEntry => {
      const { level = 'assumed', settle } = contract.register.get(key) ?? {};
      const found = judgement.findings.filter(({ evidence }) => entryKey(evidence) === key);
      return {
        key,
        level,
        verdict,
        reason,
        settle: { route: settle?.route ?? 'operator', by: settle?.by ?? 'person' },
        touched,
        confirmed,
        of,
        findings: found.map(shown),
      };
    });
  const deviations = judgement.findings
    .filter(({ verdict, evidence }) => verdict === 'refuted' && entryKey(evidence) === undefined)
    .map(shown);
  const created = new Date().toISOString();
  const info = objectAt(contract.document, 'info');
  const incomplete = options.incomplete ?? unjudged(judgement, options.mode);
  const count = (verdict: Verdict) => entries.filter((entry) => entry.verdict === verdict).length;
  return withoutControls({
    format: REPORT_FORMAT,
    created,
    package: `payment-gateway-contract ${stringAt(readPackageJson('package.json'), 'version') ?? ''}`,
    contract: stringAt(info, 'version') ?? '',
    mode: options.mode,
    circular: options.circular ?? [],
    exchanges: { judged: judgement.judged, ignored: judgement.ignored, skipped: options.skipped ?? 0 },
    summary: {
      refuted: count('refuted'),
      confirmed: count('confirmed'),
      consistent: count('consistent'),
      'not settled': count('not settled'),
      deviations: deviations.length,
      discoveries: judgement.discoveries.length,
    },
    entries,
    deviations,
    discoveries: judgement.discoveries.map(({ exchange, ...discovery }) => ({
      ...discovery,
      ...withExchange(exchange),
    })),
    discoveryEvidence: judgement.discoveries.length > 0 ? discoveryEvidence(created.slice(0, 10)) : '',
    notes: options.notes ?? [],
    leftBehind: options.leftBehind ?? [],
    outstanding: options.outstanding ?? [],
    ...(incomplete === undefined ? {} : { incomplete }),
  });
}

/** Only these strings have several lines. */
const MULTILINE = new Set(['yaml', 'discoveryEvidence']);

/** Returns a report whose strings are safe to print. A report that is safe already stays the same. */
export function withoutControls<Value>(value: Value, name = ''): Value {
  return mapped(value, name) as Value;

  function mapped(value: unknown, name: string): unknown {
    if (typeof value === 'string') {
      const lines = MULTILINE.has(name) ? value.split('\n') : [value];
      return lines.map((line) => printable(line).replaceAll('\t', '\\u{9}')).join('\n');
    }
    if (Array.isArray(value)) return value.map((item) => mapped(item, name));
    if (!isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, child]) => [printable(key), mapped(child, key)]));
  }
}

/** Why nothing could be judged, and what to do; undefined if something could. */
function unjudged({ judged, usable, succeeded }: Judgement, mode: Report['mode']): string | undefined {
  if (judged === 0) return mode === 'run' ? 'nothing was sent' : 'no exchange is with an operation of the contract';
  if (usable === 0) return 'the server answered with failures only: try again when it works';
  if (mode === 'run' && succeeded === 0)
    return 'no request succeeded: check the base address, and what the token may do';
  return undefined;
}

/**
 * Returns 0 if everything that was judged holds, 1 if something was refuted, 2 if the report is incomplete (even if it refutes something),
 * and 3 if a run left money or objects behind.
 */
export function exitCode(report: Report): 0 | 1 | 2 | 3 {
  if ((report.outstanding ?? []).length > 0) return 3;
  if (report.incomplete !== undefined) return 2;
  return refutedOf(report).length > 0 ? 1 : 0;
}

/** What was refuted and is not accepted: keys of entries, and sections such as `documented 2.2`. */
export function refutedOf({ entries, deviations, accepted = [] }: Report): string[] {
  const keys = entries.filter(({ verdict }) => verdict === 'refuted').map(({ key }) => key as string);
  return [...new Set([...deviations.map(({ evidence }) => evidence), ...keys])].filter(
    (key) => !accepted.includes(key),
  );
}

/**
 * Returns the report with its known deviations, from a text with one key per line: `list-envelope`, `documented 2.2`. A `#` begins a
 * comment. A key that is not refuted any more becomes a note.
 */
export function acceptDeviations(report: Report, text: string): Report {
  const lines = text.split('\n').map((line) => line.replace(/#.*/, '').trim());
  const accepted = [...new Set(lines.filter((line) => line !== ''))];
  const refuted = refutedOf(report);
  const stale = accepted.filter((key) => !refuted.includes(key));
  const notes = stale.map((key) => `${key} is accepted and was not refuted: remove it from the list.`);
  return withoutControls({ ...report, accepted, notes: [...report.notes, ...notes] });
}

/** Returns a sentence for each entry whose verdict changed since an earlier report. */
export function compareReports(earlier: Report, later: Report): string[] {
  const before = new Map(earlier.entries.map(({ key, verdict }) => [key, verdict]));
  const changed = later.entries.filter(({ key, verdict }) => before.get(key) !== verdict);
  return changed.map(({ key, verdict }) => `${key}: ${before.get(key) ?? 'not in the earlier report'} -> ${verdict}`);
}

/** Reads a report that was written as JSON. Throws one line when it is none, or one of another format. */
export function parseReport(text: string): Report {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new Error('the report is not JSON', { cause });
  }
  const format = stringAt(value, 'format');
  if (format !== REPORT_FORMAT) throw new Error(`the report has the format ${String(format)}, not ${REPORT_FORMAT}`);
  if (!isReport(value))
    throw new Error(
      'the report is incomplete: it has no list of entries with their verdicts, or does not say what it is circular of',
    );
  return withoutControls(value);
}

function isReport(value: unknown): value is Report {
  const { created, circular, entries } = value as JsonObject;
  const isEntry = (entry: unknown) =>
    isObject(entry) &&
    typeof entry.key === 'string' &&
    typeof entry.reason === 'string' &&
    VERDICTS.some((verdict) => verdict === entry.verdict);
  return typeof created === 'string' && Array.isArray(circular) && Array.isArray(entries) && entries.every(isEntry);
}
