/** Reports of `verify`, as far as the sandbox reads them. */
import { readFileSync } from 'node:fs';
import type { VerifyReport } from '../../src/index.ts';

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
const contract = /^ {2}version: (\S+)$/m.exec(readFileSync('openapi.yaml', 'utf8'))?.[1] ?? '';

interface ReportedEntry {
  readonly key: string;
  readonly verdict: string;
  readonly variants?: readonly string[];
}

const finding = (evidence: string, variant?: string) => ({ evidence, ...(variant !== undefined && { variant }) });

/** Returns a report of this version about these entries, and about sections of the source document. */
export function reportOf(
  entries: readonly ReportedEntry[],
  sections: readonly (readonly [section: string, variant?: string])[] = [],
): VerifyReport {
  return {
    package: `payment-gateway-contract ${version}`,
    contract,
    entries: entries.map(({ key, verdict, variants = [] }) => ({
      key,
      verdict,
      findings:
        variants.length > 0 ? variants.map((one) => finding(`assumed ${key}`, one)) : [finding(`assumed ${key}`)],
    })),
    deviations: sections.map(([section, variant]) => finding(section, variant)),
  };
}
