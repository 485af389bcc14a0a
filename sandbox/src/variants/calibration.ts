/** Starts a sandbox with the behavior that a report of `verify` names. */
import { statSync } from 'node:fs';
import { printable } from 'payment-gateway-core/codes';
import { readContract } from 'payment-gateway-core/contract';
import { contractTitle, readText } from 'payment-gateway-core/files';
import { isObject, type JsonObject, listAt, must, objectAt, stringAt } from 'payment-gateway-core/util';
import type { Assumed } from 'payment-gateway-core/values';
import { registerKeys } from 'payment-gateway-core/values';
import { readAssumed } from './assumed.js';
import { assumptionOf, brief } from './entries.js';

/** A report of `verify`, of the same version of this package. */
export interface VerifyReport {
  readonly package: string;
  readonly contract: string;
  readonly entries: readonly object[];
  readonly deviations: readonly object[];
}

export interface Calibration {
  /** The variants that the server showed. */
  readonly assumed: Assumed;
  /** A line for each entry or section that the report refutes or assigns a variant. */
  readonly lines: ReadonlyMap<string, string>;
}

/** Bytes of a file. The report of a whole run has less than 1 MiB. */
const LARGEST = 64 * 2 ** 20;
const REPORT = 'a report of verify, or a file that verify --json wrote and that you may read';

/** Reads a report, or its file. Throws a RangeError with one sentence if it is not a report of this version. */
export function readCalibration(given: string | VerifyReport): Calibration {
  const report: unknown = typeof given === 'string' ? parseFile(given) : given;
  must(isObject(report) && Array.isArray(report.entries) && Array.isArray(report.deviations), REPORT);
  const its = `${stringAt(report, 'package')} about contract ${stringAt(report, 'contract')}`;
  const own = `${contractTitle()} about contract ${String(objectAt(readContract(), 'info').version)}`;
  must(its === own, `of ${own}, not of ${printable(its.slice(0, 80))}; run verify again`);
  const entries = report.entries.map(entryOf);
  const named = new Map<string, string[]>();
  for (const variant of new Set([...entries.flatMap(({ variants }) => variants), ...variantsIn(report.deviations)]))
    for (const [entry, name = ''] of Object.entries(readAssumed(variant)))
      named.set(entry, [...(named.get(entry) ?? []), name]);
  const lines = new Map<string, string>();
  const assumed: JsonObject = {};
  for (const [entry, names] of named) {
    const [name = '', other] = names;
    const isConfirmed = entries.some(({ key, verdict }) => key === entry && verdict === 'confirmed');
    if (other !== undefined) lines.set(entry, kept(entry, `shows ${names.join(' and ')}`));
    else if (isConfirmed) lines.set(entry, kept(entry, `shows ${name}, but also confirms the entry`));
    else {
      assumed[entry] = name;
      lines.set(entry, `${entry}=${name}: ${assumptionOf(entry, 0).variants[name]}`);
    }
  }
  for (const { key, verdict, variants } of entries)
    if (verdict === 'refuted' && variants.length === 0 && !lines.has(key)) lines.set(key, kept(key, 'refutes it'));
  const sectionOf = (finding: unknown) => printable((stringAt(finding, 'evidence') ?? '').slice(0, 40));
  const explained = new Set(report.deviations.filter((one) => variantsIn([one]).length > 0).map(sectionOf));
  for (const section of report.deviations.map(sectionOf))
    if (!explained.has(section))
      lines.set(section, `${section}: the report refutes it; the sandbox still follows the document.`);
  return { assumed: readAssumed(assumed), lines };
}

/** Returns the effective variants, and the lines about them. An entry in `assume` wins over the report. */
export function calibrated({ assumed, lines }: Calibration, assume: Assumed): { assumed: Assumed; lines: string[] } {
  return {
    assumed: { ...assumed, ...assume },
    lines: [...lines].map(([entry, line]) =>
      Object.hasOwn(assume, entry) ? `${entry}: assume decides, not the report.` : line,
    ),
  };
}

const kept = (entry: string, why: string): string =>
  `${entry}: the report ${why}; the sandbox still assumes: ${brief(assumptionOf(entry, 0))}`;

function entryOf(entry: unknown): { key: string; verdict: string | undefined; variants: string[] } {
  const key = registerKeys.find((known) => known === stringAt(entry, 'key'));
  if (key === undefined) throw new RangeError('names an entry that is not in the register; run verify again');
  return { key, verdict: stringAt(entry, 'verdict'), variants: variantsIn(listAt(entry, 'findings')) };
}

const variantsIn = (findings: readonly unknown[]): string[] =>
  findings.flatMap((finding) => stringAt(finding, 'variant') ?? []);

function parseFile(file: string): unknown {
  try {
    const found = statSync(file);
    if (found.isFile() && found.size <= LARGEST) return JSON.parse(readText('as', file));
  } catch {
    // The requirement describes the file.
  }
  return undefined;
}
