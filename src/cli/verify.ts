import { readFileSync, writeFileSync } from 'node:fs';
import { packageFile } from '../mock/contract/package-files.js';
import {
  type Exchange,
  evidencePatch,
  exitCode,
  judgeExchanges,
  parseReport,
  type Report,
  readExchanges,
  readHar,
  renderJunit,
  renderMarkdown,
  renderTable,
} from '../verify/index.js';
import { type Options, optionLines, Reader, UsageError } from './arguments.js';
import type { Command } from './command.js';

const SOURCES: Options = {
  har: { type: 'boolean', help: 'judges the HAR files that are named, and sends nothing' },
  exchanges: { type: 'string', value: '<file>', help: 'judges an exchanges file (JSON lines), and sends nothing' },
  report: { type: 'string', value: '<file>', help: 'reads a report that was written with --json' },
};
const OUTPUTS: Options = {
  json: { type: 'string', value: '<file>', help: 'writes the report as JSON' },
  markdown: { type: 'string', value: '<file>', help: 'writes the report as Markdown' },
  junit: { type: 'string', value: '<file>', help: 'writes the report as JUnit XML' },
  'write-evidence': {
    type: 'string',
    value: '<file>',
    help: 'writes the change of the register that the report supports, as a patch',
  },
};
const OPTIONS: Options = { ...SOURCES, ...OUTPUTS };

/** What it could not run for; 1 is for what was refuted. */
const COULD_NOT_RUN = 2;

export const verify: Command = {
  help: `payment-gateway verify <source> [options]

Says which statements of the contract's register hold on a server.

Sources
${optionLines(SOURCES)}

Reports
${optionLines(OUTPUTS)}

Exit code: 0 nothing was refuted, 1 something was, 2 it could not run.
`,

  async run(args) {
    try {
      return await verifyAs(readOptions(args));
    } catch (error) {
      const lines =
        error instanceof UsageError ? error.mistakes : [error instanceof Error ? error.message : String(error)];
      for (const line of lines) process.stderr.write(`payment-gateway: ${line}\n`);
      return COULD_NOT_RUN;
    }
  },
};

type Given = ReturnType<typeof readOptions>;

function readOptions(args: readonly string[]) {
  const read = new Reader(args, OPTIONS);
  const files = read.positionals;
  const har = read.flag('har');
  const exchanges = read.text('exchanges');
  const report = read.text('report');
  if (har && files.length === 0) read.wrong('--har needs at least one file');
  if (!har) for (const word of files) read.wrong(`"${word}" belongs to no option; HAR files are named after --har`);
  if (!har && exchanges === undefined && report === undefined)
    read.wrong('nothing to judge: give --har, --exchanges or --report');
  if (report !== undefined && (har || exchanges !== undefined))
    read.wrong('--report is read alone, without --har and --exchanges');
  const outputs = {
    json: read.text('json'),
    markdown: read.text('markdown'),
    junit: read.text('junit'),
    evidence: read.text('write-evidence'),
  };
  read.done();
  return { har: har ? files : [], exchanges, report, outputs };
}

async function verifyAs(given: Given): Promise<number> {
  const report = await reportOf(given);
  writeReports(report, given.outputs);
  const { columns: width = 100, isTTY } = process.stdout;
  process.stdout.write(renderTable(report, { width, color: isTTY && !process.env.NO_COLOR }));
  return exitCode(report);
}

async function reportOf({ har, exchanges, report }: Given): Promise<Report> {
  if (report !== undefined) return parseReport(readFileSync(report, 'utf8'));
  const found: Exchange[] = [];
  let skipped = 0;
  for (const reading of [...har.map(readHar), ...(exchanges === undefined ? [] : [await readExchanges(exchanges)])]) {
    found.push(...reading.exchanges);
    skipped += reading.skipped;
  }
  const judged = await judgeExchanges(found, { skipped });
  if (judged.exchanges.judged === 0) {
    throw new Error(
      `none of ${found.length} exchanges is with an operation of the contract: the addresses have no path below /v1`,
    );
  }
  return judged;
}

function writeReports(report: Report, { json, markdown, junit, evidence }: Given['outputs']): void {
  // A patch that is refused must not leave the other reports unwritten.
  if (json !== undefined) writeFileSync(json, `${JSON.stringify(report, null, 2)}\n`, { mode: 0o600 });
  if (markdown !== undefined) writeFileSync(markdown, renderMarkdown(report), { mode: 0o600 });
  if (junit !== undefined) writeFileSync(junit, renderJunit(report), { mode: 0o600 });
  if (evidence !== undefined)
    writeFileSync(evidence, evidencePatch(report, readFileSync(packageFile('openapi.yaml'), 'utf8')));
}
