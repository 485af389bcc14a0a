import { ORDER, ORDERS, parseOrders } from 'payment-gateway-contract/internal/books';
import {
  commandLine,
  defineCommand,
  fitted,
  outputWidth,
  stoppable,
  writeOutput,
} from 'payment-gateway-contract/internal/cli';
import { printable } from 'payment-gateway-contract/internal/codes';
import { OUTPUT_FILE } from 'payment-gateway-contract/internal/files';
import { redact } from 'payment-gateway-contract/internal/redaction';
import { flag, type OptionTable, text, type ValuesOf, webAddress } from 'payment-gateway-contract/internal/util';
import {
  boundOf,
  deathSignal,
  EXPLORE_OPTIONS,
  ExploreFailure,
  orderAt,
  type ProgramShop,
  printReport,
} from '../explore/index.js';
import { JSON_VERSION } from '../findings/index.js';
import { explore as exploreAccount, setUpSandbox } from '../testing/index.js';
import { createReceiver } from './event-receiver.js';
import { explorationHtml } from './explore-html.js';
import { type Explored, explorationJunit } from './explore-junit.js';
import { type Places, startPlaces } from './explore-places.js';
import { CommandFailed, endCommands, isBusy, runCommandLine, SURVIVORS } from './process-group.js';
import { PROGRAM } from './program.js';

/** The exit code of a run without a report. */
const COULD_NOT_RUN = 2;

/** How a line of the report begins that repeats a plan. */
const REPEAT = '  repeat it    ';

const LINE = { ...text(), value: '<command>' } as const;

const OPTIONS = {
  webhook: {
    ...webAddress({ mayHaveUser: true }),
    help: 'the address of your webhook handler; without it no events are sent',
  },
  order: ORDER,
  orders: ORDERS,
  reconcile: { ...LINE, help: 'runs your repair job, until it changes nothing more' },
  strictExit: { ...flag, help: 'counts a command that ends with an error in a disrupted run as a failure' },
  ...EXPLORE_OPTIONS,
  json: { ...OUTPUT_FILE, help: 'writes the result as JSON' },
  junit: { ...OUTPUT_FILE, help: 'writes the result as JUnit XML' },
  html: { ...OUTPUT_FILE, help: 'writes the result as a page with a diagram of each failure' },
} as const satisfies OptionTable;

export const explore = defineCommand({
  details: `Runs your command once without a disruption, and once for each lost response, crash, double click, event out of
order and assumption that does not hold. Each time it compares the books of your shop with those of the gateway.`,
  argument: {
    type: 'string',
    value: '-- <command>',
    isList: true,
    isRequired: true,
    help: 'the program that does what a buyer does, with its arguments',
    read: (given: readonly string[]) => given,
  },
  options: OPTIONS,
  notes: `Your command gets PAYMENT_GATEWAY_URL and PAYMENT_GATEWAY_TOKEN, a new token with an empty account in each run. Keep the
data of a run apart by the token. A crash ends your command and everything that it started; other systems than Linux do
not show what it started in a new session. Then it starts again with PAYMENT_GATEWAY_RESTARTED=1. Days pass in a run:
PAYMENT_GATEWAY_NOW has the time of the account. An error of your command counts in the run without a disruption; in the
others only the books count. A POST with a name to PAYMENT_GATEWAY_PLACES marks a place between two requests. With --jobs, {token} in the address of --webhook becomes the token of the run.

Exit code: 0 nothing broke, 1 something did, 2 it could not run, or your command failed without a disruption.`,
  examples: ['explore -- php pay.php', "explore --orders 'php orders.php' -- php pay.php"],
  failed: COULD_NOT_RUN,
  async run({ values, argument: command }) {
    const stop = () => process.exit(COULD_NOT_RUN);
    return stoppable(stop, () => tryAll(values, command)).finally(endCommands);
  },
});

type Values = ValuesOf<typeof OPTIONS>;

/** The part of the address of --webhook that becomes the token of the run. */
const TOKEN = /\{token\}|%7Btoken%7D/i;

/** Tries all plans, and prints the report. Resolves to the exit code. */
async function tryAll(values: Values, command: readonly string[]): Promise<number> {
  const { webhook, only, without, maxRuns, all, bail, jobs = 1, earnsNothing, save, replay, timeout } = values;
  const options = { only, without, maxRuns, all, bail, jobs, earnsNothing, save, replay, timeout };
  // The ids of all accounts are the same, so a receiver cannot tell runs at the same time apart.
  if (webhook !== undefined && jobs > 1 && !TOKEN.test(webhook)) {
    throw new RangeError(
      '--jobs: needs {token} in the address of --webhook, so that your handler knows the run of an event',
    );
  }
  const started = performance.now();
  const places = await startPlaces();
  const hooks = [places.close];
  const newAccount = setUpSandbox((hook) => hooks.push(hook), { refuseWarnings: false, log: 'silent' });
  try {
    const shop = commandShop(values, command, places);
    const found = await exploreAccount(newAccount, shop, options).catch((error: unknown) => {
      if (error instanceof ExploreFailure) return error;
      throw error;
    });
    const { result, cause } = found instanceof ExploreFailure ? found : { result: found, cause: undefined };
    return report(values, command, { result, milliseconds: performance.now() - started }, cause);
  } finally {
    for (const hook of hooks) await hook();
  }
}

/** The variable that each run has with another value. */
const MARK = 'PAYMENT_GATEWAY_TOKEN';

/** What a run of the command knows. */
interface CommandRun {
  readonly env: {
    readonly PAYMENT_GATEWAY_URL: string;
    readonly PAYMENT_GATEWAY_TOKEN: string;
    /** Only explore sets it, so a shop sends nothing there in production. */
    readonly PAYMENT_GATEWAY_PLACES: string;
  };
  readonly now: () => Date;
  failure?: CommandFailed;
}

/** Returns the shop whose parts are commands. */
function commandShop(values: Values, command: readonly string[], places: Places): ProgramShop<CommandRun> {
  const { webhook, order, orders, reconcile, strictExit } = values;
  // An address with {token} belongs to one run.
  const receiverOf = (run: CommandRun) =>
    createReceiver(String(webhook).replace(TOKEN, encodeURIComponent(run.env.PAYMENT_GATEWAY_TOKEN)));
  return {
    survivors: SURVIVORS,
    isBusy: (run) => isBusy(`${MARK}=${run.env[MARK]}`),
    start: ({ baseUrl, accessToken, now, place }) => ({
      now,
      env: {
        PAYMENT_GATEWAY_URL: baseUrl,
        PAYMENT_GATEWAY_TOKEN: accessToken,
        PAYMENT_GATEWAY_PLACES: places.add(accessToken, place),
      },
    }),
    async flow(run, { restarted, signal }) {
      try {
        await runHere(command, run, restarted ? { PAYMENT_GATEWAY_RESTARTED: '1' } : {});
      } catch (error) {
        if (error instanceof CommandFailed && !signal.aborted) run.failure = error;
        throw error;
      }
    },
    check({ shop: { failure } }) {
      if (strictExit && failure !== undefined) throw new Error(`the command ${failure.how}`);
    },
    ...(webhook !== undefined && {
      async onEvent(run: CommandRun, body: string) {
        const { isConfirmed, status } = await receiverOf(run).send(body, { date: run.now().toUTCString() });
        if (!isConfirmed) throw new Error(`your handler: ${status}`);
      },
    }),
    ...(reconcile && { reconcile: (run) => runHere(reconcile, run) }),
    ...(orders && { orders: async (run) => parseOrders(await runHere(orders, run), (text) => String(redact(text))) }),
    ...(order && { orderOf: orderAt(order) }),
  };
}

/** Runs a command in the process of the shop, which may die. */
async function runHere(command: string | readonly string[], { env, now }: CommandRun, added = {}): Promise<string> {
  const signal = deathSignal() ?? new AbortController().signal;
  const hide = (output: string) =>
    printableLines(String(redact(output, { secrets: [env.PAYMENT_GATEWAY_TOKEN], fields: false })));
  return runCommandLine(command, {
    env: { ...env, PAYMENT_GATEWAY_NOW: now().toISOString(), ...added },
    mark: MARK,
    signal,
    hide,
  });
}

const printableLines = (text: string): string => text.split(/\r?\n/).map(printable).join('\n');

/** Returns the whole command that repeats a plan, without secrets. */
function repeatLine(
  { webhook, order, orders, reconcile, earnsNothing, strictExit }: Values,
  command: readonly string[],
  plan: string,
): string {
  const options = { only: plan, webhook, order, orders, reconcile };
  const words = Object.entries(options).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name}`, quoted(value)],
  );
  const flags = [...(earnsNothing ? ['--earns-nothing'] : []), ...(strictExit ? ['--strict-exit'] : [])];
  return String(redact([PROGRAM, 'explore', ...words, ...flags, '--', ...command.map(quoted)].join(' ')));
}

/** A word of a command line, in quotes where a shell needs them. */
const quoted = (word: string): string => (/^[\w./:@=,+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

/** Prints and writes the result. Returns the exit code. */
async function report(values: Values, command: readonly string[], explored: Explored, cause: unknown): Promise<number> {
  const { json, junit, html } = values;
  const { result, milliseconds } = explored;
  const repeat = (plan: string) => repeatLine(values, command, plan);
  const inColumns = (plan: string) => commandLine(REPEAT, repeat(plan), { width: outputWidth() }).slice(REPEAT.length);
  process.stdout.write(`${fitted(printableLines(printReport(result, milliseconds, inColumns)))}\n`);
  if (cause instanceof CommandFailed && cause.output !== '') process.stdout.write(`\nIt printed:\n${cause.output}\n`);
  // Come last: a file that cannot be written must not lose the report.
  const failures = result.failures.map((one) => ({ ...one, repeat: repeat(one.plan) }));
  const findings = { ...result, failures, bound: boundOf(result) };
  await writeOutput('--json', json, { version: JSON_VERSION, ...findings });
  await writeOutput('--html', html, html === undefined ? '' : explorationHtml(findings));
  await writeOutput('--junit', junit, explorationJunit(explored));
  if (result.failures.length === 0) return 0;
  return result.tried.length === 0 ? COULD_NOT_RUN : 1;
}
