import { defineCommand, naming, printError, UsageError } from 'payment-gateway-core/cli';
import { INPUT_FILE } from 'payment-gateway-core/files';
import { fitted, flag, webAddress, whole } from 'payment-gateway-core/util';
import { variants } from 'payment-gateway-core/values';
import {
  assumptionOf,
  assumptionsOf,
  brief,
  readTotals,
  type Settlement,
  type Situation,
  settlementOf,
  situationsOf,
  type WireAssumption,
} from '../variants/index.js';
import { callSandbox, printJson, printLines, REMOTE_OPTIONS } from './remote.js';

const MOST = whole(0, Number.MAX_SAFE_INTEGER);

export const assumptions = defineCommand({
  details: `Without --from and --url, it lists all assumptions with variants. With one of them, it lists those that your tests or an account rely on.
Set PAYMENT_GATEWAY_ASSUMPTIONS=uses.jsonl for the test run: each sandbox adds its uses to the file. With --from, it also lists what your tests
never saw, such as an expired Pix or a chargeback, with the code that creates it.`,
  options: {
    from: { ...INPUT_FILE, help: 'the file of a test run' },
    url: { ...webAddress(), help: 'the address of a running sandbox' },
    token: REMOTE_OPTIONS.token,
    json: REMOTE_OPTIONS.json,
    settle: { ...flag, help: 'says what settles each, with the command of verify where a run can' },
    markdown: { ...flag, help: 'prints a table for a pull request' },
    max: { ...MOST, help: 'exits with 1 if there are more assumptions' },
    maxMissing: {
      ...MOST,
      flag: 'max-missing',
      help: 'exits with 1 if the tests never saw more situations',
    },
    money: { ...MOST, help: 'exits with 1 if more assumptions decide about money' },
  },
  examples: [
    'assumptions --settle',
    'assumptions --from uses.jsonl --money 6 --max-missing 10',
    'assumptions --url http://127.0.0.1:4010',
  ],
  async run({ values }) {
    const { from, url, token, json, settle, markdown, max, maxMissing, money } = values;
    if (from !== undefined && url !== undefined) throw new UsageError('--from: cannot be combined with --url');
    const isTable = from === undefined && url === undefined;
    if (isTable && (max !== undefined || money !== undefined)) {
      throw new UsageError('--max, --money: need --from or --url, because they limit what your tests rely on');
    }
    if (from === undefined && maxMissing !== undefined) throw new UsageError('--max-missing: needs --from');
    const totals = from === undefined ? undefined : await naming('--from', () => readTotals(from));
    const all = totals === undefined ? await found(url, token) : assumptionsOf(totals.uses, {});
    const situations = totals === undefined ? undefined : situationsOf(totals);
    const missing = situations?.filter(({ isMet }) => !isMet) ?? [];
    const aboutMoney = all.filter(({ decides }) => decides === 'money');
    const settled = all.map((one) => ({ ...one, ...settlementOf(one.entry) }));
    if (json) printJson({ assumptions: settled, ...(situations && { situations }) });
    else if (markdown)
      printLines([markdownOf(all), ...(missing.length > 0 ? [missingTable(missing)] : [])].join('\n\n'));
    else if (settle) printLines(settled.map(settlementText).join('\n\n'));
    else {
      const texts = isTable ? [tableOf(all)] : [summaryOf(all, aboutMoney)];
      if (situations !== undefined) texts.push(missingOf(missing, situations.length));
      printLines(fitted(texts.join('\n\n')));
    }
    const problems = [
      ...exceeded('--max', 'rely on', all.length, 'assumptions', max),
      ...exceeded('--money', 'rely on', aboutMoney.length, 'assumptions about money', money),
      ...exceeded('--max-missing', 'never saw', missing.length, 'situations', maxMissing),
    ];
    for (const problem of problems) printError(problem);
    return problems.length > 0 ? 1 : 0;
  },
});

/** The command comes last, on one line, to paste. */
function settlementText({ entry, level, settled_by, command }: WireAssumption & Settlement): string {
  return [`${entry} (${level})`, `  ${settled_by}`, `  ${command ?? 'Only a person can settle it.'}`].join('\n');
}

async function found(url: string | undefined, token: string | undefined): Promise<readonly WireAssumption[]> {
  if (url === undefined) return Object.keys(variants).map((entry) => assumptionOf(entry, 0));
  const shown = await callSandbox<{ assumptions: WireAssumption[] }>({ url, token }, 'GET', '/_sandbox/assumptions');
  return shown.assumptions;
}

function exceeded(option: string, verb: string, count: number, what: string, most = Number.POSITIVE_INFINITY) {
  return count > most ? [`${option}: the tests ${verb} ${count} ${what}, more than ${most}`] : [];
}

const times = ({ uses }: WireAssumption): string => (uses === 1 ? '1 use' : `${uses} uses`);

const SUBJECTS = { money: 'About money', state: 'About status', events: 'About events', shape: 'About shapes' };

function summaryOf(all: readonly WireAssumption[], aboutMoney: readonly WireAssumption[]): string {
  const names = Object.keys(SUBJECTS);
  const groups = [...Object.entries(SUBJECTS), ['other', 'Others'] as const].flatMap(([subject, title]) => {
    const found = all.filter(({ decides = '' }) => (names.includes(decides) ? decides : 'other') === subject);
    const width = Math.max(...found.map(({ entry }) => entry.length));
    const lines = found.map((one) => {
      const switched = one.variant === undefined ? '' : `  switched to ${one.variant}`;
      return `  ${one.entry.padEnd(width)}  ${brief(one)}  ${times(one)}${switched}`;
    });
    return found.length === 0 ? [] : [[`${title} (${found.length})`, ...lines].join('\n')];
  });
  const example = aboutMoney.find(({ variants }) => Object.keys(variants).length > 0);
  return [
    `Your tests rely on ${all.length} assumptions about the gateway. ${aboutMoney.length} decide about money.`,
    ...groups,
    ...(example === undefined
      ? []
      : [
          `Try what happens without one:   --assume ${example.entry}=${Object.keys(example.variants)[0]}
Find out on the real gateway:   npx payment-gateway-verify --url … --entry ${example.entry}`,
        ]),
  ].join('\n\n');
}

function missingOf(missing: readonly Situation[], all: number): string {
  if (missing.length === 0) return `Your tests saw all ${all} situations that they could have.`;
  const width = Math.max(...missing.map(({ what }) => what.length));
  return [
    `Your tests never saw ${missing.length} of ${all} situations that they could have:`,
    ...missing.map(({ what, code }) => `  ${what.padEnd(width)}  ${code}`),
  ].join('\n');
}

function missingTable(missing: readonly Situation[]): string {
  const rows = missing.map(({ what, code }) => `| ${what} | \`${code}\` |`);
  return ['| Never seen | How to create it |', '|---|---|', ...rows].join('\n');
}

function tableOf(all: readonly WireAssumption[]): string {
  return all
    .map((one) => {
      const rows = Object.entries(one.variants).map(
        ([name, sentence]) => `  --assume ${one.entry}=${name}\n      ${sentence}`,
      );
      return [`${one.entry} (${one.level}, decides about ${one.decides}): ${one.statement}`, ...rows].join('\n');
    })
    .join('\n\n');
}

function markdownOf(all: readonly WireAssumption[]): string {
  const rows = all.map(
    (one) => `| \`${one.entry}\` | ${one.decides ?? ''} | ${brief(one).replaceAll('|', '\\|')} | ${one.uses} |`,
  );
  return ['| Entry | Decides | Statement | Uses |', '|---|---|---|--:|', ...rows].join('\n');
}
