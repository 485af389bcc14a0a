import { ALLOWED_HOSTS } from 'payment-gateway-core/access';
import { defineCommand, naming, stopSignal, writeOutput } from 'payment-gateway-core/cli';
import { printable } from 'payment-gateway-core/codes';
import { FORCE, fileProblem, openPrivate, outputFile } from 'payment-gateway-core/files';
import { choice, hasColors, must, type OptionTable, whole } from 'payment-gateway-core/util';
import type { Exchange } from '../exchange.js';
import type { JudgeFinding } from '../judge/index.js';
import { startProxy, toEvidence } from '../proxy/index.js';
import { appendExchange, EXCHANGES } from '../recordings/index.js';
import { exitCode, renderTable } from '../report/index.js';
import { COULD_NOT_RUN, GATEWAY, REPORT_JSON } from './shared.js';

/** The port of the proxy, next to that of a sandbox. */
export const PROXY_PORT = 4012;

const OPTIONS = {
  target: {
    ...GATEWAY,
    isRequired: true,
    help: 'the gateway, without a path',
    read(given: string): string {
      const { origin, pathname, search, hash } = new URL(GATEWAY.read(given));
      must(pathname + search + hash === '/', 'an address without a path; your shop sends the path');
      return origin;
    },
  },
  port: { ...whole(0, 65_535), default: PROXY_PORT, help: 'the port on 127.0.0.1; 0 takes a free one' },
  allowHosts: ALLOWED_HOSTS,
  out: { ...outputFile(EXCHANGES), help: 'appends the exchanges to a file, redacted, for --exchanges' },
  evidence: {
    ...outputFile({ ...REPORT_JSON, isPrivate: true }),
    help: 'writes what the exchanges show, without bodies, for --report',
  },
  force: FORCE,
  failOn: { ...choice(['contradiction']), help: 'ends with 1 if an exchange contradicted the contract' },
} as const satisfies OptionTable;

export const proxy = defineCommand({
  details: `Listens on 127.0.0.1, and forwards the requests of your shop to the target without a change. It prints a line for each
exchange that contradicts the contract, and the report when it ends.`,
  options: OPTIONS,
  notes: `Give your shop the printed address as its base address, with the path of the gateway. The token of your shop passes, and is
neither stored nor printed. Ctrl-C ends the proxy.

Exit code: 0, or with --fail-on 1 after a contradiction and 2 if nothing could be judged. 2 if the proxy could not start.`,
  examples: ['proxy --target https://gateway.example --out exchanges.jsonl'],
  failed: COULD_NOT_RUN,
  async run({ values }) {
    const { target, port, allowHosts, out, evidence, failOn } = values;
    const said = new Set<string>();
    const problem = (sentence: string) => {
      if (!said.has(sentence)) process.stderr.write(`proxy: ${printable(sentence)}\n`);
      said.add(sentence);
    };
    let recording = out === undefined ? undefined : await naming('--out', () => openPrivate(out.path, 'a'));
    const record = (exchange: Exchange) => {
      try {
        if (recording !== undefined) appendExchange(recording, exchange);
      } catch (error) {
        recording = undefined;
        problem(`recording stopped: ${fileProblem(error)}`);
      }
    };
    const ended = stopSignal();
    const running = await startProxy({
      ...{ target, port, allowHosts, onProblem: problem },
      onJudged(exchange, refuted) {
        record(exchange);
        const entries = refuted.map(({ evidence }) => evidence);
        const first = refuted.filter(({ evidence }, index) => entries.indexOf(evidence) === index);
        if (first.length > 0) process.stdout.write(`${printable(first.map(sentenceOf).join('; '))}\n`);
      },
    });
    process.stdout.write(`Forwards ${running.url} to ${target}. Ctrl-C ends it.\n`);
    await ended;
    const report = await running.close();
    process.stdout.write(renderTable(report, { width: process.stdout.columns ?? 100, color: hasColors() }));
    if (evidence !== undefined) await writeOutput('--evidence', evidence, toEvidence(report));
    return failOn === undefined ? 0 : exitCode(report);
  },
});

/** Returns a finding in a line: "listTransactions: data is missing (list-envelope, assumed)". */
function sentenceOf({ operation = 'event', reason, evidence }: JudgeFinding): string {
  const [level, key] = evidence.split(' ');
  return `${operation}: ${reason.replace(/\.$/, '')} (${level === 'documented' ? evidence : `${key}, ${level}`})`;
}
