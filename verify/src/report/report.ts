import { printable } from 'payment-gateway-core/codes';
import { entryKey, readContract } from 'payment-gateway-core/contract';
import { contractTitle, fileIn, readJsonFile } from 'payment-gateway-core/files';
import { isObject, once, stringAt } from 'payment-gateway-core/util';
import { createCompiler } from 'payment-gateway-core/validation';
import { packageFolder } from '#package-root';
import type { Exchange } from '../exchange.js';
import {
  type Discovery,
  discoveryEvidence,
  type EntryVerdict,
  type FindingVerdict,
  type JudgeFinding,
  VERDICTS,
} from '../judge/index.js';
import type { Judgement } from '../judge.js';
import { createShow, type ShownExchange } from './shown.js';

const REPORT_FORMAT = 'payment-gateway-verify/1';

/** A report without card data, credentials, personal data and the server's address. Schema: `schemas/verify-report.json`. */
export interface Report {
  readonly format: typeof REPORT_FORMAT;
  /** The creation time of the report, as an ISO 8601 timestamp. */
  readonly created: string;
  readonly package: string;
  /** The version of the contract. */
  readonly contract: string;
  /** `recorded`: the exchanges come from a recording. `run`: the package sent the requests. */
  readonly mode: 'recorded' | 'run';
  /** Why the report is not evidence: it covers the sandbox, Prism or a server on this machine. Otherwise empty. */
  readonly circular: readonly string[];
  readonly exchanges: { readonly judged: number; readonly ignored: number; readonly skipped: number };
  /** Number of entries per verdict, and of deviations and discoveries. */
  readonly summary: Readonly<Record<FindingVerdict | 'deviations' | 'discoveries', number>>;
  /** Every entry of the register, or the requested ones. */
  readonly entries: readonly ReportEntry[];
  /** Findings that contradict the source document. */
  readonly deviations: readonly ReportFinding[];
  /** Elements that the contract lacks. */
  readonly discoveries: readonly ReportDiscovery[];
  /** The register entry that the discoveries refer to. A person completes it. */
  readonly discoveryEvidence: string;
  /** Steps that were skipped or failed, one sentence each. */
  readonly notes: readonly string[];
  /** Resources of the run that still exist, as `/v1/plans/201`, including those that the API cannot remove. */
  readonly leftBehind: readonly string[];
  /** Clean-up that failed, one sentence each: `still charged: transaction 123, R$ 5.00`. */
  readonly outstanding?: readonly string[];
  /** Why the report is incomplete: the run was interrupted, or there was nothing to judge. */
  readonly incomplete?: string | undefined;
  /** What the responses to each operation had, in evidence of the proxy. */
  readonly responses?: readonly SeenResponses[];
  /** Known deviations (`--accept`). Refuted entries and sections in this list do not fail. */
  readonly accepted?: readonly string[];
}

/** Responses to an operation with a status code. Names of fields come from the contract. */
export interface SeenResponses {
  readonly operation: string;
  readonly status: number;
  readonly count: number;
  /** Maps a field, such as `data[].amount`, to its JSON types and how often each came. */
  readonly fields: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** How many fields the contract does not list. */
  readonly unknown: number;
}

export interface ReportEntry extends Omit<EntryVerdict, 'key'> {
  readonly key: string;
  readonly findings: readonly ReportFinding[];
}

type Shown<Found> = Omit<Found, 'exchange'> & { readonly exchange?: ShownExchange | undefined };
export type ReportFinding = Shown<JudgeFinding>;
export type ReportDiscovery = Shown<Discovery>;

export interface ReportOptions extends Partial<Pick<Report, 'notes' | 'leftBehind' | 'outstanding' | 'incomplete'>> {
  readonly mode: Report['mode'];
  /** Number of unusable entries in the recording. */
  readonly skipped?: number;
  /** Limits the report to these entries of the register. */
  readonly entries?: readonly string[];
  /** Values to hide everywhere, such as tokens and cards. */
  readonly secrets?: readonly string[];
}

/** Returns a judgement as a report. Escapes control characters from the server in all strings. */
export function createReport(
  { verdicts, findings, ...judgement }: Judgement,
  { mode, skipped = 0, entries: chosen, secrets = [], ...options }: ReportOptions,
): Report {
  const { notes = [], leftBehind = [], outstanding = [] } = options;
  const show = createShow(secrets);
  const shown = <Found extends { readonly exchange: Exchange | undefined }>({ exchange, ...found }: Found) => ({
    ...found,
    exchange: exchange && show(exchange),
  });
  const entries = verdicts
    .filter(({ key }) => chosen === undefined || chosen.includes(key))
    .map((entry) => ({
      ...entry,
      findings: findings.filter((one) => entryKey(one.evidence) === entry.key).map(shown),
    }));
  const deviations = findings.filter((one) => one.verdict === 'refuted' && entryKey(one.evidence) === undefined);
  const discoveries = judgement.discoveries.map(shown);
  const created = new Date().toISOString();
  const counts = VERDICTS.map((verdict) => [verdict, entries.filter((entry) => entry.verdict === verdict).length]);
  return withoutControls({
    format: REPORT_FORMAT,
    created,
    package: contractTitle(),
    contract: stringAt(readContract().info, 'version') ?? '',
    exchanges: { judged: judgement.judged, ignored: judgement.ignored, skipped },
    summary: {
      ...(Object.fromEntries(counts) as Record<FindingVerdict, number>), // has a key for each of VERDICTS
      deviations: deviations.length,
      discoveries: discoveries.length,
    },
    entries,
    deviations: deviations.map(shown),
    discoveries,
    discoveryEvidence: discoveries.length > 0 ? discoveryEvidence(created.slice(0, 10)) : '',
    ...{ mode, circular: judgement.circular, notes, leftBehind, outstanding },
    incomplete: options.incomplete ?? unjudged(judgement, mode),
  });
}

/** Only these strings may contain line breaks. */
const MULTILINE = new Set(['yaml', 'discoveryEvidence']);

/** Returns a report whose strings are safe to print. Safe strings do not change. */
export function withoutControls<Value>(value: Value, name?: string): Value;
export function withoutControls(value: unknown, name = ''): unknown {
  if (typeof value === 'string') {
    const lines = MULTILINE.has(name) ? value.split('\n') : [value];
    return lines.map((line) => printable(line).replaceAll('\t', '\\u{9}')).join('\n');
  }
  if (Array.isArray(value)) return value.map((item) => withoutControls(item, name));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [printable(key), withoutControls(child, key)]));
}

/** Returns why there was nothing to judge and how to fix it, or undefined if there was something. */
function unjudged(
  { judged, usable, succeeded }: Omit<Judgement, 'verdicts' | 'findings'>,
  mode: Report['mode'],
): string | undefined {
  if (judged === 0) return mode === 'run' ? 'nothing was sent' : 'no exchange is with an operation of the contract';
  if (usable === 0) return 'the server returned failures only; try again when it works';
  if (mode === 'run' && succeeded === 0)
    return 'no request succeeded; check the base address and the permissions of the token';
  return undefined;
}

/**
 * Returns 0 if every judged entry holds, 1 if an entry was refuted, 2 if the report is incomplete (even with refutations),
 * or 3 if a run left money or objects behind.
 */
export function exitCode(report: Report): 0 | 1 | 2 | 3 {
  if ((report.outstanding ?? []).length > 0) return 3;
  if (report.incomplete !== undefined) return 2;
  return refutedOf(report).length > 0 ? 1 : 0;
}

/** Returns refuted entries and sections that are not accepted, such as `list-envelope` or `documented 2.2`. */
export function refutedOf({ entries, deviations, accepted = [] }: Report): string[] {
  const keys = entries.filter(({ verdict }) => verdict === 'refuted').map(({ key }) => key);
  return [...new Set([...deviations.map(({ evidence }) => evidence), ...keys])].filter(
    (key) => !accepted.includes(key),
  );
}

/**
 * Returns the report with its known deviations. The text has one key per line: `list-envelope`, `documented 2.2`. A `#` starts a
 * comment. A key that was not refuted this time becomes a note.
 */
export function acceptDeviations(report: Report, text: string): Report {
  const lines = text.split('\n').map((line) => line.replace(/#.*/, '').trim());
  const accepted = [...new Set(lines.filter((line) => line !== ''))];
  const refuted = refutedOf(report);
  const stale = accepted.filter((key) => !refuted.includes(key));
  const notes = stale.map((key) => `${key} is accepted but was not refuted; remove it from the list.`);
  return withoutControls({ ...report, accepted, notes: [...report.notes, ...notes] });
}

/** Returns a sentence for each entry whose verdict changed since the earlier report. */
export function compareReports(earlier: Report, later: Report): string[] {
  const before = new Map(earlier.entries.map(({ key, verdict }) => [key, verdict]));
  const changed = later.entries.filter(({ key, verdict }) => before.get(key) !== verdict);
  return changed.map(({ key, verdict }) => `${key}: ${before.get(key) ?? 'not in the earlier report'} -> ${verdict}`);
}

/** Parses a JSON report. Throws one line, which begins with the name, if the text is not a report, or has another format version. */
export function parseReport(text: string, name = 'report'): Report {
  let value: unknown;
  try {
    value = withoutControls(JSON.parse(text));
  } catch (cause) {
    const why = cause instanceof RangeError ? 'is nested too deeply' : 'is not JSON';
    throw new Error(`${name}: ${why}; pass a file that --json wrote`, { cause });
  }
  const format = stringAt(value, 'format');
  if (format !== REPORT_FORMAT)
    throw new Error(
      `${name}: has the format ${String(format).slice(0, 40)}, not ${REPORT_FORMAT}; write it again with this version`,
    );
  if (!isReport(value)) throw new Error(`${name}: is incomplete or was changed; pass a file that --json wrote`);
  return value;
}

const SCHEMA = fileIn(packageFolder, 'src/report/report.schema.json');
const violations = once(() => createCompiler({ report: 'first' })(readJsonFile(SCHEMA)));
const isReport = (value: unknown): value is Report => violations()(value).length === 0;

/** Returns the entries sorted by verdict, refuted ones first. Within a verdict, the register's order stays. */
export function byVerdict({ entries }: Report): ReportEntry[] {
  return VERDICTS.flatMap((verdict) => entries.filter((entry) => entry.verdict === verdict));
}

/** Returns the counts that are not zero, such as `3 refuted, 12 confirmed, 40 consistent, 26 not settled; 2 discoveries; 59 exchanges`. */
export function headline({ summary, exchanges }: Report): string {
  const verdicts = VERDICTS.filter((verdict) => summary[verdict] > 0).map(
    (verdict) => `${summary[verdict]} ${verdict}`,
  );
  const { deviations, discoveries } = summary;
  return [
    verdicts.join(', '),
    counted(deviations, 'deviation from the document', 'deviations from the document'),
    counted(discoveries, 'discovery', 'discoveries'),
    counted(exchanges.judged, 'exchange', 'exchanges') || 'no exchange',
  ]
    .filter(Boolean)
    .join('; ');
}

export const counted = (count: number, one: string, several: string): string =>
  count > 0 ? `${count} ${count === 1 ? one : several}` : '';

/** Returns a sentence about the variants that findings name, or an empty list. */
export function namedVariants({ deviations, entries }: Report): string[] {
  const findings = [...deviations, ...entries.flatMap(({ findings }) => findings)];
  const named = new Set(findings.flatMap(({ variant }) => variant ?? []));
  return named.size === 0
    ? []
    : [`payment-gateway-sandbox --as with the JSON of this report starts with ${[...named].join(', ')}.`];
}

export function refutations({ deviations, entries }: Report): ReportFinding[] {
  const findings = [...deviations, ...entries.flatMap(({ findings }) => findings)];
  return findings.filter(({ verdict }) => verdict === 'refuted');
}
