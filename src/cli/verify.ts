import { readFileSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { printable } from '../codes/printable.js';
import { packageFile } from '../contract/package-files.js';
import {
  acceptDeviations,
  cleanUpRun,
  compareReports,
  type Exchange,
  evidencePatch,
  exitCode,
  judgeExchanges,
  ofHost,
  PERMISSIONS,
  type Permission,
  type Plan,
  parseReport,
  type Report,
  type RunCard,
  type RunOptions,
  readExchanges,
  readHar,
  reais,
  renderJunit,
  renderMarkdown,
  renderTable,
  verifyServer,
} from '../verify/index.js';
import { type Command, type Options, optionLines, Reader, UsageError } from './arguments.js';
import { readLines } from './lines.js';

const SOURCES: Options = {
  'base-url': {
    type: 'string',
    value: '<url>',
    help: 'sends requests to a server: only reading ones, unless --allow says more',
  },
  har: { type: 'boolean', help: 'judges the HAR files that are named, and sends nothing' },
  exchanges: { type: 'string', value: '<file>', help: 'judges an exchanges file (JSON lines), and sends nothing' },
  report: { type: 'string', value: '<file>', help: 'reads a report that was written with --json' },
};
const RUN: Options = {
  allow: { type: 'string', value: '<list>', help: `what a run may do beside reading: ${PERMISSIONS.join(',')}` },
  'max-amount': {
    type: 'string',
    value: '<centavos>',
    help: 'the most that a run may charge to the card; needed with money',
  },
  entry: { type: 'string', value: '<key>', help: 'sends only what says something of this entry of the register' },
  receiver: {
    type: 'string',
    value: '<url>',
    help: 'the address under which the server reaches this machine, for events',
  },
  'receiver-port': {
    type: 'string',
    value: '<number>',
    help: 'the port to listen on for them (default: that of a receiver on this machine)',
  },
  created: { type: 'string', value: '<file>', help: 'where a run notes what it creates; must not be there yet' },
  'clean-up': {
    type: 'string',
    value: '<file>',
    help: 'refunds and removes what an earlier run noted in this file, and does nothing else',
  },
  record: { type: 'string', value: '<file>', help: 'keeps the exchanges of the run, redacted, in a new file' },
  resume: {
    type: 'string',
    value: '<file>',
    help: 'goes on with an interrupted run, by the file that it kept with --record',
  },
  rate: { type: 'string', value: '<number>', help: 'requests per minute (default: 50; unlimited on this machine)' },
  timeout: { type: 'string', value: '<seconds>', help: 'the most that a response may take (default: 30)' },
  'fail-fast': { type: 'boolean', help: 'ends the run at the first refuted entry' },
  yes: { type: 'boolean', help: 'does not ask before a run that writes' },
};
const OUTPUTS: Options = {
  all: { type: 'boolean', help: 'lists every entry and discovery' },
  accept: { type: 'string', value: '<file>', help: 'lists known deviations, one key per line: they do not fail' },
  compare: { type: 'string', value: '<file>', help: 'shows what changed since this report (JSON)' },
  json: { type: 'string', value: '<file>', help: 'writes the report as JSON' },
  markdown: { type: 'string', value: '<file>', help: 'writes the report as Markdown' },
  junit: { type: 'string', value: '<file>', help: 'writes the report as JUnit XML' },
  'write-evidence': {
    type: 'string',
    value: '<file>',
    help: 'writes the change of the register that the report supports, as a patch',
  },
};
const OPTIONS: Options = { ...SOURCES, ...RUN, ...OUTPUTS };

/** Milliseconds to wait for the token and the card: a password manager may ask first. */
const PATIENCE = 60_000;

/** The exit codes that no report gives: options are wrong, or the server cannot be judged; and an end in the middle of a run. */
const COULD_NOT_RUN = 2;
const LEFT_BEHIND = 3;

export const verify: Command = {
  help: `payment-gateway verify <source> [options]

Says which statements of the contract's register hold on a server.

Sources
${optionLines(SOURCES)}

A run
${optionLines(RUN)}

The token is read from GATEWAY_TOKEN or from the first line of standard input (at most a minute is waited for it), the card for money from GATEWAY_CARD or from the second one, as
{"card_number": "…", "card_holder_name": "…", "card_expiration_date": "MMYY", "card_cvv": "…"}.

Reports
${optionLines(OUTPUTS)}

A recording with several hosts is judged for the host of --base-url. Node's proxy variables apply: NODE_USE_ENV_PROXY=1 with HTTPS_PROXY (Node 22.21 or later).

Exit code: 0 everything that was judged holds, 1 something was refuted, 2 it could not judge, 3 money or objects were left behind.
`,

  async run(args) {
    try {
      return await verifyAs(readOptions(args));
    } catch (error) {
      const lines =
        error instanceof UsageError ? error.mistakes : [error instanceof Error ? error.message : String(error)];
      for (const line of lines) process.stderr.write(`payment-gateway: ${printable(line)}\n`);
      return COULD_NOT_RUN;
    }
  },
};

type Given = ReturnType<typeof readOptions>;

function readOptions(args: readonly string[]) {
  const read = new Reader(args, OPTIONS);
  const files = read.positionals;
  const har = read.flag('har');
  const exchanges = read.string('exchanges');
  const report = read.string('report');
  if (har && files.length === 0) read.wrong('--har needs at least one file');
  if (!har) read.noMore(files, 'verify takes no argument but HAR files after --har');
  const baseUrl = read.string('base-url');
  const isRecorded = har || exchanges !== undefined;
  if (!isRecorded && report === undefined && baseUrl === undefined)
    read.wrong('nothing to judge: give --har, --exchanges, --report or --base-url');
  if (report !== undefined && (isRecorded || baseUrl !== undefined))
    read.wrong('give one of --base-url, --report, and --har with --exchanges');
  const run = readRun(read, isRecorded ? undefined : baseUrl);
  const outputs = {
    json: read.string('json'),
    markdown: read.string('markdown'),
    junit: read.string('junit'),
    evidence: read.string('write-evidence'),
    all: read.flag('all'),
    accept: read.string('accept'),
    compare: read.string('compare'),
  };
  read.done();
  return { har: har ? files : [], exchanges, report, run, outputs, baseUrl };
}

function readRun(read: Reader, baseUrl: string | undefined) {
  const words = (read.string('allow') ?? '').split(',').filter((word) => word !== '');
  const allow = words.map((word) => PERMISSIONS.find((permission) => permission === word) ?? word);
  for (const word of allow) {
    if (!isPermission(word)) read.wrong(`--allow takes ${PERMISSIONS.join(', ')}`);
  }
  const receiver = read.string('receiver');
  const port = read.number('receiver-port', { from: 1, to: 65_535 }) ?? portOf(receiver);
  if (receiver !== undefined && port === undefined)
    read.wrong('--receiver needs --receiver-port, unless it is on this machine');
  const run = {
    baseUrl: baseUrl?.replace(/\/+$/, '') ?? '',
    allow: allow.filter(isPermission),
    maxAmount: read.number('max-amount', { from: 1, to: 100_000_000 }),
    entry: read.string('entry'),
    receiver: receiver !== undefined && port !== undefined ? { url: receiver, port } : undefined,
    createdFile: read.string('created'),
    cleanUp: read.string('clean-up'),
    record: read.string('record'),
    resume: read.string('resume'),
    rate: read.number('rate', { from: 1, to: 100_000 }),
    timeout: read.number('timeout', { from: 1, to: 3_600 }),
    failFast: read.flag('fail-fast'),
    yes: read.flag('yes'),
  };
  const isNamed = Object.keys(RUN).some((name) => read.flag(name));
  if (baseUrl === undefined && isNamed) read.wrong('the options of a run need --base-url');
  return baseUrl === undefined ? undefined : run;
}

function isPermission(word: string): word is Permission {
  return PERMISSIONS.some((permission) => permission === word);
}

function portOf(receiver: string | undefined): number | undefined {
  if (receiver === undefined || !URL.canParse(receiver)) return undefined;
  const { hostname, port } = new URL(receiver);
  return hostname === '127.0.0.1' || hostname === 'localhost' ? Number(port || 80) : undefined;
}

/** Secrets come from the environment or from standard input, never from an argument: those stand in the list of processes. */
async function readSecrets(needsCard: boolean): Promise<{ token: string; card: RunCard | undefined }> {
  const { GATEWAY_TOKEN: token = '', GATEWAY_CARD: card = '' } = process.env;
  const isMissing = token === '' || (needsCard && card === '');
  const wanted = Number(token === '') + Number(needsCard && card === '');
  const lines = isMissing && !process.stdin.isTTY ? await readLines(process.stdin, wanted, PATIENCE) : [];
  const found = token === '' ? (lines.shift() ?? '') : token;
  if (found === '')
    throw new Error('a token is needed: set GATEWAY_TOKEN, or give it as the first line of standard input');
  return { token: found.trim(), card: needsCard ? parseCard(card === '' ? (lines.shift() ?? '') : card) : undefined };
}

function parseCard(text: string): RunCard {
  const fields = ['card_number', 'card_holder_name', 'card_expiration_date', 'card_cvv'] as const;
  try {
    const card: Record<string, unknown> = JSON.parse(text);
    if (fields.every((field) => typeof card[field] === 'string' && card[field] !== ''))
      return card as unknown as RunCard;
  } catch {
    // What was given may be a card: it is in no message.
  }
  throw new Error(
    `--allow money needs a card: GATEWAY_CARD, or the second line of standard input, as JSON with ${fields.join(', ')}`,
  );
}

function showPlan({ flows, requests, highestAmount, createdFile }: Plan): void {
  const counts = Object.entries(requests).filter(([, count]) => count > 0);
  process.stderr.write(`${flows.map(({ workflowId, summary, reaches }) => `  ${workflowId.padEnd(24)}${summary} (${reaches.join(', ')})`).join('\n')}
Requests: ${counts.map(([reach, count]) => `${count} ${reach}`).join(', ')}. Charged to the card: at most ${reais(highestAmount)}.
What is created is noted in ${createdFile}.
`);
  if ((requests.configure ?? 0) > 0)
    process.stderr.write(
      'It changes the settings of the merchant (acquirers, anti-fraud), which nothing here takes back.\n',
    );
}

/** Shows what would be done, and asks. Without a terminal nobody can answer, so nothing is done. */
async function ask(plan: Plan, yes: boolean): Promise<boolean> {
  showPlan(plan);
  if (yes) return true;
  if (!process.stdin.isTTY)
    throw new Error('a run that writes has to be confirmed: give --yes, or run it in a terminal');
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(es)?$/i.test((await terminal.question('Go on? [y/N] ')).trim());
  } finally {
    terminal.close();
  }
}

async function verifyAs(given: Given): Promise<number> {
  const { run } = given;
  if (run?.cleanUp !== undefined) {
    const { token } = await readSecrets(false);
    const { removed, left, outstanding } = await cleanUpRun({
      baseUrl: run.baseUrl,
      token,
      createdFile: run.cleanUp,
    });
    const lines = [...removed.map((path) => `removed      ${path}`), ...left.map((path) => `left behind  ${path}`)];
    process.stdout.write(`${[...lines, ...outstanding].join('\n')}\n`);
    return outstanding.length > 0 ? LEFT_BEHIND : 0;
  }
  const { accept, compare, all } = given.outputs;
  // Read first: a run must not end with a file that is missing.
  const known = accept === undefined ? undefined : readFileSync(accept, 'utf8');
  const earlier = compare === undefined ? undefined : parseReport(readFileSync(compare, 'utf8'));
  const judged = await reportOf(given);
  const report = known === undefined ? judged : acceptDeviations(judged, known);
  const { columns: width = 100, isTTY } = process.stdout;
  const changes = earlier ? compareReports(earlier, report) : [];
  process.stdout.write(renderTable(report, { width, all, changes, color: isTTY && !process.env.NO_COLOR }));
  writeReports(report, given.outputs);
  return exitCode(report);
}

async function reportOf({ har, exchanges, report, run, baseUrl }: Given): Promise<Report> {
  if (run) return runReport(run);
  if (report !== undefined) return parseReport(readFileSync(report, 'utf8'));
  const found: Exchange[] = [];
  let skipped = 0;
  for (const reading of [...har.map(readHar), ...(exchanges === undefined ? [] : [await readExchanges(exchanges)])]) {
    found.push(...reading.exchanges);
    skipped += reading.skipped;
  }
  const judged = await judgeExchanges(ofHost(found, baseUrl), { skipped });
  if (judged.exchanges.judged === 0) {
    throw new Error(
      `none of ${found.length} exchanges is with an operation of the contract: the addresses have no path below /v1`,
    );
  }
  return judged;
}

async function runReport({ yes, timeout, ...run }: NonNullable<Given['run']>): Promise<Report> {
  const { token, card } = await readSecrets(run.allow.includes('money'));
  const interrupt = new AbortController();
  const onSignal = () => {
    // The file of created objects is complete at any time.
    if (interrupt.signal.aborted) process.exit(run.allow.length > 0 ? LEFT_BEHIND : COULD_NOT_RUN);
    process.stderr.write('Interrupted: takes back what the run created. Once more to end at once.\n');
    interrupt.abort();
  };
  for (const name of SIGNALS) process.on(name, onSignal);
  const options: RunOptions = {
    baseUrl: run.baseUrl,
    token,
    allow: run.allow,
    confirm: (plan) => ask(plan, yes),
    ...(card === undefined ? {} : { card }),
    ...(run.maxAmount === undefined ? {} : { maxAmount: run.maxAmount }),
    ...(run.entry === undefined ? {} : { entry: run.entry }),
    ...(run.receiver === undefined ? {} : { receiver: run.receiver }),
    ...(run.createdFile === undefined ? {} : { createdFile: run.createdFile }),
    ...(run.record === undefined ? {} : { record: run.record }),
    ...(run.resume === undefined ? {} : { resume: run.resume }),
    ...(run.rate === undefined ? {} : { rate: run.rate }),
    ...(timeout === undefined ? {} : { timeoutMs: timeout * 1_000 }),
    failFast: run.failFast,
    signal: interrupt.signal,
    onProgress: ({ flow, flows, summary }) => process.stderr.write(`[${flow}/${flows}] ${summary}\n`),
  };
  try {
    return await verifyServer(options);
  } finally {
    for (const name of SIGNALS) process.off(name, onSignal);
  }
}

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

function writeReports(report: Report, { json, markdown, junit, evidence }: Given['outputs']): void {
  // A patch that is refused must not leave the other reports unwritten.
  if (json !== undefined) writeFileSync(json, `${JSON.stringify(report, null, 2)}\n`, { mode: 0o600 });
  if (markdown !== undefined) writeFileSync(markdown, renderMarkdown(report), { mode: 0o600 });
  if (junit !== undefined) writeFileSync(junit, renderJunit(report), { mode: 0o600 });
  if (evidence !== undefined)
    writeFileSync(evidence, evidencePatch(report, readFileSync(packageFile('openapi.yaml'), 'utf8')));
}
