import { RUN_OPTIONS, readContract } from 'payment-gateway-core/contract';
import { commandLine, objectAt, type Style, sentence, stringAt, styled, wrapped } from 'payment-gateway-core/util';
import {
  byVerdict,
  counted,
  exitCode,
  headline,
  namedVariants,
  type Report,
  type ReportEntry,
  type ReportFinding,
  refutations,
  refutedOf,
  withoutControls,
} from './report.js';
import type { ShownExchange } from './shown.js';

const STYLES = { refuted: 'red', confirmed: 'green', consistent: 'cyan', 'not settled': 'dim' } as const;

interface TableOptions {
  /** Characters per line. Default: 100. */
  readonly width?: number;
  /** Whether the terminal has colors. */
  readonly color?: boolean;
  /** Lists all entries and discoveries, not only refutations. */
  readonly all?: boolean;
  /** What the run was allowed to do apart from reading. */
  readonly allowed?: readonly string[];
  /** Sentences about changes since an earlier report. */
  readonly changes?: readonly string[];
}

/** Renders a report for a terminal: a summary, each refutation with a request that shows it, and counts for the rest. */
export function renderTable(given: Report, options: TableOptions = {}): string {
  const { width = 100, color = false, all = false, changes = [], allowed = [] } = options;
  const report = withoutControls(given);
  const columns = Math.max(40, Number.isFinite(width) ? width : 100);
  const paint = (text: string, style: Style) => styled(style, text, color);
  const fit = (text: string, indent = 2) => {
    const [first = ''] = /^ */.exec(text) ?? [];
    return wrapped(first, text.trimStart(), { width: columns, indent });
  };
  const open = refutedOf(report);
  const refuted = refutations(report);
  const entries = byVerdict(report)
    .filter(({ verdict }) => verdict !== 'refuted')
    .map(({ key, verdict, reason }) => fit(`${paint(verdict, STYLES[verdict])}: ${claim(key)}: ${reason}`, 4));
  const discoveries = report.discoveries.map(({ kind, reason, place, count }) =>
    fit(`discovery ${kind}: ${reason} (${count} times, ${place})`, 4),
  );
  const sections = [
    summary(report).map((line) => fit(line)),
    (report.outstanding ?? []).map((line) => paint(fit(line), STYLES.refuted)),
    [...new Set(refuted.map(({ evidence }) => evidence))].flatMap((evidence) => {
      const found = refuted.filter((finding) => finding.evidence === evidence);
      const key = evidence.replace(/^(assumed|observed) /, '');
      const head = `refuted: ${claim(key, evidence)}${open.includes(key) ? '' : ' (accepted)'}`;
      return [
        paint(fit(head), STYLES.refuted),
        ...found.map((finding) => fit(lineOf(finding))),
        ...curlOf(found, columns),
      ];
    }),
    all ? [...entries, ...discoveries] : [],
    changes.length > 0 ? ['Changed since the earlier report:', ...changes.map((line) => fit(`  ${line}`, 4))] : [],
    report.leftBehind.length > 0 && (all || exitCode(report) === 3)
      ? ['Left behind:', ...report.leftBehind.map((path) => `  ${path}`)]
      : [],
    report.notes.map((note) => fit(`note: ${note}`)),
    report.circular.map((why) => fit(`no evidence: ${why}`)),
    namedVariants(report).map((line) => fit(line)),
    next(report, allowed).map((line) => fit(line, 6)),
    all ? [] : [fit('--all lists every entry and discovery.')],
  ];
  return `${sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

/** Returns the first sentence of an entry with its key, or the key alone, such as `documented 2.2`. */
function claim(key: string, shownKey = key): string {
  const statement = stringAt(objectAt(objectAt(readContract(), 'x-evidence-register'), key), 'statement');
  const [first] = statement?.replaceAll(/\s+/g, ' ').split(/\.(?= |$)/) ?? [];
  return first ? `${first} (${shownKey})` : shownKey;
}

function summary(report: Report): string[] {
  const code = exitCode(report);
  const verdict = [
    'Every judged statement holds.',
    `Refuted: ${refutedOf(report)
      .map((key) => claim(key))
      .join('; ')}.`,
    `Incomplete: ${sentence(report.incomplete ?? '')}`,
    'Money or objects were not taken back.',
  ][code];
  const { exchanges, accepted = [], outstanding = [], leftBehind } = report;
  const others = [
    counted(accepted.length, 'accepted deviation', 'accepted deviations'),
    counted(exchanges.ignored, 'exchange with another address', 'exchanges with other addresses'),
    counted(exchanges.skipped, 'unreadable exchange', 'unreadable exchanges'),
    counted(outstanding.length, 'was not taken back', 'were not taken back'),
    counted(
      leftBehind.length - outstanding.length,
      'object that the API cannot remove',
      'objects that the API cannot remove',
    ),
  ].filter(Boolean);
  return [verdict ?? '', `${headline(report)}.`, ...(others.length > 0 ? [`${others.join(', ')}.`] : [])];
}

/** Returns the options that settle the open entries, with the number of entries. */
function next(report: Report, allowed: readonly string[]): string[] {
  const steps = nextSteps(report, allowed);
  const open = report.summary['not settled'];
  if (steps.length === 0) return [];
  return [
    `Next: ${open} ${open === 1 ? 'entry is' : 'entries are'} not settled. This settles them:`,
    ...steps.map(([way, count]) => `  ${String(count).padStart(3)} ${way}`),
  ];
}

function lineOf({ reason, count, place, variant }: ReportFinding): string {
  const shown = [count === 1 ? 'once' : `${count} times`, place, variant].filter(Boolean);
  return `  ${reason} (${shown.join(', ')})`;
}

function curlOf(findings: readonly ReportFinding[], width: number): string[] {
  const exchange = findings.find(({ exchange }) => exchange !== undefined)?.exchange;
  return exchange ? [commandLine('  ', curl(exchange), { width, indent: 4 })] : [];
}

/** Returns the request of a finding as a curl command. You fill in the base URL, the token and redacted values. */
function curl({ method, path, token, sent }: ShownExchange): string {
  const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
  return [
    `curl -X ${method} "$PAYMENT_GATEWAY_URL"${quote(path)}`,
    ...(token ? ['-H "Authorization: Bearer $PAYMENT_GATEWAY_TOKEN"'] : []),
    ...(sent === undefined ? [] : [`-H 'Content-Type: application/json' -d ${quote(JSON.stringify(sent))}`]),
  ].join(' ');
}

/** What settles an open entry apart from an option of a run. */
const OTHERS: Readonly<Record<string, string>> = {
  data: 'other data in the account',
  chance: 'another run, because chance decides',
};

const PERSON = "a person, or the gateway's operator";

/** Returns the number of open entries for each way to settle them. `allowed`: the permissions of the run. */
function nextSteps({ entries, mode }: Report, allowed: readonly string[]): [way: string, count: number][] {
  const ways = [...Object.values(RUN_OPTIONS), ...Object.values(OTHERS), PERSON];
  const found = entries.filter(({ verdict }) => verdict === 'not settled').map((entry) => wayOf(entry, mode, allowed));
  const counts = ways.map((way): [string, number] => [way, found.filter((one) => one === way).length]);
  return counts.filter(([, count]) => count > 0);
}

function wayOf({ settle: { route, by } }: ReportEntry, mode: Report['mode'], allowed: readonly string[]): string {
  if (by === 'person') return PERSON;
  // The run was allowed to, and the server did not show it.
  if (mode === 'run' && (route === 'read' || allowed.includes(route))) return String(OTHERS.data);
  return RUN_OPTIONS[route] ?? OTHERS[route] ?? PERSON;
}
