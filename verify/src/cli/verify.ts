import { existsSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { defineCommand, naming, progressLine, UsageError, writeOutput } from 'payment-gateway-core/cli';
import { reais } from 'payment-gateway-core/codes';
import {
  contractFile,
  FileError,
  FORCE,
  INPUT_FILE,
  junitOf,
  NEW_FILE,
  outputFile,
  readText,
} from 'payment-gateway-core/files';
import { flag, hasColors, type OptionTable, text, type ValuesOf, whole, wrapped } from 'payment-gateway-core/util';
import {
  acceptDeviations,
  cleanUpRun,
  compareReports,
  evidencePatch,
  exitCode,
  judgeExchanges,
  ofHost,
  PERMISSIONS,
  type Permission,
  type Plan,
  type Progress,
  parseReport,
  type Reading,
  type Report,
  type RunOptions,
  readExchanges,
  readHar,
  renderJunit,
  renderMarkdown,
  renderTable,
  UnreadableError,
  verifyServer,
} from '../index.js';
import { USUAL_TIMEOUT } from '../pace.js';
import { type Interruption, interruptible, LEFT_BEHIND } from './interruption.js';
import { readTokenAndCard, type Secrets } from './secrets.js';
import { COULD_NOT_RUN, RATE, REPORT_JSON } from './shared.js';

const SOURCES = {
  baseUrl: {
    ...text(),
    flag: 'url',
    value: '<url>',
    help: 'the address of a server, without /v1; the requests only read unless you pass --allow',
  },
  har: { ...flag, help: 'judges HAR files, and sends nothing' },
  exchanges: { ...INPUT_FILE, help: 'judges an exchanges file (JSON lines), and sends nothing' },
  report: { ...INPUT_FILE, help: 'reads a report that --json wrote' },
} as const satisfies OptionTable;

const RUN = {
  allow: {
    ...text(),
    value: '<list>',
    default: '',
    help: 'what a run may do apart from reading, with commas between: write (objects that move no money), charge (charges that nobody pays), money (payments by your card, and refunds), configure (settings of the merchant)',
    read(given: string): readonly Permission[] {
      const words = given.split(',').filter((word) => word !== '');
      const allowed = PERMISSIONS.filter((permission) => words.includes(permission));
      if (allowed.length < new Set(words).size) throw new Error(`takes ${PERMISSIONS.join(', ')}`);
      return allowed;
    },
  },
  maxAmount: {
    ...whole(1, 100_000_000, 'centavos'),
    value: '<centavos>',
    help: 'the maximum that a run may charge to the card; needed for money',
  },
  entry: { ...text(), value: '<key>', help: 'sends only the requests about this entry of the register' },
  receiver: { ...text(), value: '<url>', help: 'the address where the server reaches this machine, for events' },
  receiverPort: {
    ...whole(1, 65_535),
    help: 'the port to listen on for events; by default the one of a receiver on this machine',
  },
  created: { ...NEW_FILE, help: 'a new file, in which the run notes what it creates' },
  cleanUp: { ...INPUT_FILE, help: 'refunds and removes what an earlier run noted in this file, and does nothing else' },
  record: { ...NEW_FILE, help: 'keeps the exchanges of the run, redacted, in a new file' },
  resume: { ...INPUT_FILE, help: 'continues an interrupted run from its --record file' },
  rate: RATE,
  timeout: {
    ...whole(1, 3600, 'seconds'),
    value: '<seconds>',
    help: `the maximum time of a response; ${USUAL_TIMEOUT / 1000} by default`,
  },
  failFast: { ...flag, help: 'ends the run at the first refuted entry' },
  yes: { ...flag, help: 'does not ask before a run that writes' },
} as const satisfies OptionTable;

const REPORT_MARKDOWN = { name: 'a report of verify', begins: /^# Verification of / } as const;
const EVIDENCE_PATCH = { name: 'a patch of the register', begins: /^--- a\/evidence\.yaml\n/ } as const;

const OUTPUTS = {
  all: { ...flag, help: 'lists every entry and discovery' },
  accept: { ...INPUT_FILE, help: 'lists known deviations, one key per line: they do not fail' },
  compare: { ...INPUT_FILE, help: 'shows what changed since this report (JSON)' },
  json: { ...outputFile(REPORT_JSON), help: 'writes the report as JSON' },
  markdown: { ...outputFile(REPORT_MARKDOWN), help: 'writes the report as Markdown' },
  junit: { ...outputFile(junitOf('payment-gateway-verify')), help: 'writes the report as JUnit XML' },
  force: FORCE,
  writeEvidence: {
    ...outputFile(EVIDENCE_PATCH),
    help: 'writes the change of the register that the report supports, as a patch',
  },
} as const satisfies OptionTable;

const OPTIONS = { ...SOURCES, ...RUN, ...OUTPUTS };

const origin = (url: string): string => url.replace(/\/+$/, '');

export const verify = defineCommand({
  details: 'Pass one source: --url, --report, or --har and --exchanges.',
  argument: {
    type: 'string',
    value: '[<file> ...]',
    isList: true,
    help: 'HAR files, with --har',
    read: (given: readonly string[]) => given,
  },
  examples: ['recorded.har --har', '--url https://gateway.example'],
  options: OPTIONS,
  notes: `The token is the one that the gateway gave you with your account. Verify reads it from PAYMENT_GATEWAY_TOKEN or from the first line of standard input (it waits a minute at most), and the card for money
from PAYMENT_GATEWAY_CARD or from the second line, as
{"card_number": "…", "card_holder_name": "…", "card_expiration_date": "MMYY", "card_cvv": "…"}.

If a recording has several hosts, --url selects one. Node's proxy variables apply: NODE_USE_ENV_PROXY=1 with HTTPS_PROXY (Node 22.21 or
later).

Exit code: 0 everything judged holds, 1 something was refuted, 2 verify could not judge, 3 money or objects were not taken back. Objects that the API cannot remove, such as unpaid transactions and links, do not count.`,
  failed: COULD_NOT_RUN,
  async run({ values, given, argument: files }) {
    checkSources(values, given, files);
    return values.cleanUp === undefined ? report(values, files) : cleanUp(values, values.cleanUp);
  },
});

type Values = ValuesOf<typeof OPTIONS>;

/** Throws a `UsageError` if the options do not fit together. */
function checkSources(values: Values, given: object, files: readonly string[]): void {
  const { har, exchanges, report, baseUrl } = values;
  const isRecorded = har || exchanges !== undefined;
  const isRun = baseUrl !== undefined && !isRecorded;
  const sources = [report !== undefined, isRecorded || baseUrl !== undefined].filter(Boolean);
  const needsRun = Object.keys(RUN).some((name) => name in given);
  const mistakes = [
    har !== files.length > 0 && '--har: needs HAR files as arguments, and verify takes no other arguments',
    sources.length !== 1 && 'verify: takes one source; pass --url, --report, or --har and --exchanges',
    values.receiver !== undefined &&
      portOf(values) === undefined &&
      '--receiver: needs --receiver-port, unless it is on this machine',
    needsRun && !isRun && '--url: is required for the options of a run',
  ].filter((mistake) => mistake !== false);
  if (mistakes.length > 0) throw new UsageError(...mistakes);
}

/** Returns the port to listen on for events: a given one, or the one of a receiver on this machine. */
function portOf({ receiver = '', receiverPort }: Values): number | undefined {
  if (receiverPort !== undefined || !URL.canParse(receiver)) return receiverPort;
  const { hostname, port } = new URL(receiver);
  return hostname === '127.0.0.1' || hostname === 'localhost' ? Number(port || 80) : undefined;
}

function showPlan({ flows, requests, highestAmount, createdFile }: Plan): void {
  const counts = Object.entries(requests).filter(([, count]) => count > 0);
  const lines = flows.map(({ name, summary, reaches }) =>
    wrapped(`  ${name.padEnd(24)}`, `${summary} (${reaches.join(', ')})`),
  );
  process.stderr.write(`${lines.join('\n')}
Requests: ${counts.map(([reach, count]) => `${count} ${reach}`).join(', ')}. Charged to the card: at most ${reais(highestAmount)}.
The run notes what it creates in ${createdFile}.
`);
  if ((requests.configure ?? 0) > 0)
    process.stderr.write(
      'It changes the settings of the merchant (acquirers, anti-fraud), and verify does not restore them.\n',
    );
}

/** Shows the plan and asks for confirmation. Ctrl-C, Ctrl-D and a closed terminal mean no. Throws without a terminal. */
async function ask(plan: Plan, yes: boolean, interrupted: AbortSignal): Promise<boolean> {
  showPlan(plan);
  if (yes) return true;
  if (!process.stdin.isTTY)
    throw new Error('--yes: is required for a run that writes, unless you confirm the run in a terminal');
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const closed = new AbortController();
  for (const event of ['SIGINT', 'close'] as const) terminal.once(event, () => closed.abort());
  const signal = AbortSignal.any([interrupted, closed.signal]);
  try {
    return /^y(es)?$/i.test((await terminal.question('Go on? [y/N] ', { signal })).trim());
  } catch (error) {
    if (signal.aborted) return false;
    throw error;
  } finally {
    terminal.close();
  }
}

/** Refunds and removes what an earlier run noted in a file. An interruption does not stop it; a second one does. */
async function cleanUp({ baseUrl = '' }: Values, createdFile: string): Promise<number> {
  const { token } = await readTokenAndCard(false);
  const url = origin(baseUrl);
  return interruptible(url, async (interruption) => {
    interruption.createdFile = createdFile;
    const clean = () => cleanUpRun({ baseUrl: url, token, createdFile });
    const { removed, left, outstanding } = await naming('--clean-up', clean, FileError, UnreadableError);
    const lines = [...removed.map((path) => `removed      ${path}`), ...left.map((path) => `left behind  ${path}`)];
    process.stdout.write(`${[...lines, ...outstanding].join('\n')}\n`);
    return outstanding.length > 0 ? LEFT_BEHIND : 0;
  });
}

/** Judges, and writes the reports. Resolves to the exit code. */
async function report(values: Values, files: readonly string[]): Promise<number> {
  const { accept, compare, baseUrl, har, exchanges } = values;
  // Reads the files first, so that a run does not end with an invalid one.
  const known =
    accept === undefined ? undefined : await naming('--accept', () => readText('accept', accept), FileError);
  const earlier = compare === undefined ? undefined : await readReport('--compare', compare);
  const write = (judged: Report) =>
    writeReports(values, known === undefined ? judged : acceptDeviations(judged, known), earlier);
  if (baseUrl === undefined || har || exchanges !== undefined) return write(await judge(values, files));
  const secrets = await readTokenAndCard(values.allow.includes('money'));
  return interruptible(origin(baseUrl), async (interruption) => {
    const progress = progressLine();
    const verified = () => verifyServer(runOptions(values, secrets, interruption, progress.show));
    const judged = naming('--resume', verified, UnreadableError);
    return write(await judged.finally(progress.end));
  });
}

async function writeReports(values: Values, report: Report, earlier: Report | undefined): Promise<number> {
  const { all, json, markdown, junit, writeEvidence } = values;
  const { columns: width = 100 } = process.stdout;
  const changes = earlier ? compareReports(earlier, report) : [];
  process.stdout.write(renderTable(report, { width, all, changes, allowed: values.allow, color: hasColors() }));
  await writeOutput('--json', json, report);
  await writeOutput('--markdown', markdown, renderMarkdown(report));
  await writeOutput('--junit', junit, renderJunit(report));
  // Comes last: a refused patch must not prevent the other reports.
  if (writeEvidence !== undefined) {
    const patch = evidencePatch(report, readFileSync(contractFile('evidence.yaml'), 'utf8'));
    await writeOutput('--write-evidence', writeEvidence, patch);
  }
  return exitCode(report);
}

function readReport(option: string, file: string): Promise<Report> {
  return naming(option, () => readText('report', file), FileError).then((text) => parseReport(text, option));
}

async function judge({ exchanges, report, baseUrl }: Values, files: readonly string[]): Promise<Report> {
  if (report !== undefined) return readReport('--report', report);
  const readings: Reading[] = [];
  for (const file of files) readings.push(await naming('--har', () => readHar(file)));
  if (exchanges !== undefined) readings.push(await naming('--exchanges', () => readExchanges(exchanges)));
  const found = readings.flatMap((reading) => reading.exchanges);
  const skipped = readings.reduce((sum, reading) => sum + reading.skipped, 0);
  const judged = await judgeExchanges(ofHost(found, baseUrl), { skipped });
  if (judged.exchanges.judged > 0) return judged;
  if (found.length === 0)
    throw new Error(`${files.length > 0 ? '--har' : '--exchanges'}: has no exchange with a response; record again`);
  throw new Error(
    `exchanges: none of ${found.length} is with an operation of the contract; the addresses have no path below /v1`,
  );
}

function runOptions(
  values: Values,
  secrets: Secrets,
  interruption: Interruption,
  showProgress: (line: string) => void,
): RunOptions {
  const { baseUrl = '', allow, receiver, created, timeout, failFast, yes } = values;
  const { maxAmount, entry, record, resume, rate } = values;
  return {
    ...{ ...secrets, baseUrl: origin(baseUrl), allow, failFast, maxAmount, entry, record, resume, rate },
    createdFile: created,
    receiver: receiver === undefined ? undefined : { url: receiver, port: portOf(values) ?? 0 },
    timeoutMs: timeout && timeout * 1_000,
    signal: interruption.signal,
    confirm: async (plan: Plan) => {
      const isConfirmed = await ask(plan, yes, interruption.signal);
      // A file that exists belongs to another run. This run will refuse it.
      if (isConfirmed && !existsSync(plan.createdFile ?? '')) interruption.createdFile = plan.createdFile;
      return isConfirmed;
    },
    onProgress: ({ flow, flows, summary }: Progress) => showProgress(`[${flow}/${flows}] ${summary}`),
  };
}
