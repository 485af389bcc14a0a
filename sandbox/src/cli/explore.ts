import { constants } from 'node:os';
import { redact } from 'payment-gateway-contract';
import { ORDER, ORDERS, parseOrders } from 'payment-gateway-core/books';
import { defineCommand, LONGEST_STOP, stoppable, writeOutput } from 'payment-gateway-core/cli';
import { printable } from 'payment-gateway-core/codes';
import { FORCE, junitOf, outputFile } from 'payment-gateway-core/files';
import {
  commandLine,
  fitted,
  flag,
  kebabCase,
  type OptionTable,
  outputWidth,
  styled,
  text,
  type ValuesOf,
  webAddress,
} from 'payment-gateway-core/util';
import {
  deathSignal,
  EXPLORE_OPTIONS,
  ExploreFailure,
  type ExploreOptions,
  type ExploreResult,
  orderAt,
  type ProgramShop,
  printReport,
} from '../explore/index.js';
import { JSON_VERSION } from '../findings/index.js';
import { print, SentenceError, say } from '../sentences/index.js';
import { explore as exploreAccount, setUpSandbox } from '../testing/index.js';
import { createReceiver } from './event-receiver.js';
import { explorationHtml, explorationJunit } from './explore-files.js';
import { type CommandRun, KEPT_MARK, type Places, Servers, startPlaces, withPort } from './explore-server.js';
import {
  CommandFailed,
  endCommands,
  hidden,
  isBusy,
  KEPT,
  MARK,
  printableLines,
  runCommandLine,
  SURVIVORS,
} from './process-group.js';
import { PROGRAM } from './remote.js';

/** The exit code of a run without a report. */
const COULD_NOT_RUN = 2;

/** How a line of the report begins that repeats a plan. */
const REPEAT = '  repeat it    ';

const LINE = { ...text(), value: '<command>' } as const;

/** An address that may have the port of --server. */
const ADDRESS = {
  ...webAddress({ mayHaveUser: true }),
  read(given: string): string {
    webAddress({ mayHaveUser: true }).read(withPort(given, 1));
    return given;
  },
} as const;

const EXPLORATION = {
  name: 'a result of explore',
  begins: /^\s*\{\s*"version":\s*\d+,\s*"(?:runs|requests|did|failures|tried)":/,
};
const EXPLORATION_PAGE = {
  name: 'a page of explore',
  begins: /^<!doctype html>\n<html[\s\S]{0,1000}<title>explore<\/title>/,
};

const OPTIONS = {
  server: {
    ...LINE,
    help: 'starts the server of your shop for each run; {port} is a free port, also in other options',
  },
  ready: { ...ADDRESS, help: 'the address that answers with a 2xx once the server is ready' },
  keepServer: { ...flag, help: 'keeps the server between runs, until a crash; it must take the token from requests' },
  webhook: {
    ...ADDRESS,
    help: 'the address of your webhook handler; without it no events are sent',
  },
  order: ORDER,
  orders: ORDERS,
  reconcile: { ...LINE, help: 'runs your repair job, until it changes nothing more' },
  strictExit: { ...flag, help: 'counts a command that ends with an error in a disrupted run as a failure' },
  ...EXPLORE_OPTIONS,
  json: { ...outputFile(EXPLORATION), help: 'writes the result as JSON' },
  junit: { ...outputFile(junitOf('payment-gateway-sandbox explore')), help: 'writes the result as JUnit XML' },
  html: { ...outputFile(EXPLORATION_PAGE), help: 'writes the result as a page with a diagram of each failure' },
  force: FORCE,
} as const satisfies OptionTable;

export const exploreCommand = defineCommand({
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
  examples: [
    'explore -- php pay.php',
    "explore --orders 'php orders.php' -- php pay.php",
    "explore --server 'node server.js --port {port}' -- curl -sf -X POST http://127.0.0.1:{port}/checkout",
  ],
  failed: COULD_NOT_RUN,
  async run({ values, argument: command }) {
    const stop = new AbortController();
    return stoppable(
      (signal) => {
        stop.abort();
        setTimeout(() => process.exit(128 + constants.signals[signal]), LONGEST_STOP).unref();
      },
      () => tryAll(values, command, stop.signal),
    ).finally(endCommands);
  },
});

type Values = ValuesOf<typeof OPTIONS>;

/** The part of the address of --webhook that becomes the token of the run. */
const TOKEN = /\{token\}|%7Btoken%7D/i;

/** Tries all plans, and prints the report. Resolves to the exit code. */
async function tryAll(values: Values, command: readonly string[], signal: AbortSignal): Promise<number> {
  const { webhook, jobs = 1, server, ready, keepServer } = values;
  if (server === undefined && (ready !== undefined || keepServer))
    throw new RangeError(`--${keepServer ? 'keep-server' : 'ready'}: needs --server`);
  if (keepServer && jobs > 1) throw new RangeError('--keep-server: cannot be combined with --jobs');
  const names = Object.keys(EXPLORE_OPTIONS) as (keyof typeof EXPLORE_OPTIONS)[];
  const given = Object.fromEntries(names.map((name) => [name, values[name]]));
  const options: ExploreOptions = { ...given, jobs, signal };
  // The ids of all accounts are the same, so a receiver cannot tell runs at the same time apart.
  if (webhook !== undefined && jobs > 1 && server === undefined && !TOKEN.test(webhook)) {
    throw new RangeError(
      '--jobs: needs {token} in the address of --webhook, so that your handler knows the run of an event',
    );
  }
  const started = performance.now();
  const places = await startPlaces();
  const hooks = [places.close];
  const newAccount = setUpSandbox((hook) => hooks.push(hook), { refuseWarnings: false, log: 'silent' });
  try {
    const shop = commandShop(values, command, signal, places);
    const result = await exploreAccount(newAccount, shop, options).catch((error: unknown) => {
      if (error instanceof ExploreFailure) return error.result;
      throw error;
    });
    return report(values, command, result, performance.now() - started);
  } finally {
    for (const hook of hooks) await hook();
  }
}

interface ShopRun extends CommandRun {
  readonly now: () => Date;
  failure?: CommandFailed;
  /** The end of what its programs printed. */
  printed: string;
  /** Aborted when somebody stops the search. */
  readonly stopped: AbortSignal;
}

/** Returns the shop whose parts are commands. */
function commandShop(
  values: Values,
  command: readonly string[],
  stopped: AbortSignal,
  places: Places,
): ProgramShop<ShopRun> {
  const { webhook, order, orders, reconcile, strictExit, server, ready, keepServer, timeout } = values;
  const servers =
    server === undefined ? undefined : new Servers({ server, ready, keepServer, timeout: timeout / 2, stopped });
  const serve = async (run: ShopRun): Promise<ShopRun> => {
    await servers?.serve(run);
    return run;
  };
  // An address with {token} belongs to one run.
  const receiverOf = (run: ShopRun) =>
    createReceiver(
      withPort(String(webhook), run.port).replace(TOKEN, encodeURIComponent(run.env.PAYMENT_GATEWAY_TOKEN)),
    );
  return {
    survivors: SURVIVORS,
    isBusy: (run) => isBusy(`${MARK}=${run.env[MARK]}`) || (keepServer && isBusy(`${MARK}=${KEPT_MARK}`)),
    output: ({ printed, env }) => hidden(printed, env.PAYMENT_GATEWAY_TOKEN),
    start({ baseUrl, accessToken, now, place }) {
      const run: ShopRun = {
        env: {
          PAYMENT_GATEWAY_URL: baseUrl,
          PAYMENT_GATEWAY_TOKEN: accessToken,
          PAYMENT_GATEWAY_PLACES: places.add(accessToken, place),
        },
        now,
        printed: '',
        stopped,
        onOutput(text) {
          run.printed = (run.printed + text).slice(-KEPT);
        },
      };
      return serve(run);
    },
    ...(servers && { restart: serve }),
    async flow(run, { restarted, signal, baseUrl }) {
      const started = { PAYMENT_GATEWAY_URL: baseUrl, ...(restarted && { PAYMENT_GATEWAY_RESTARTED: '1' }) };
      try {
        await runHere(command, run, started);
      } catch (error) {
        if (error instanceof CommandFailed && !signal.aborted) run.failure = error;
        throw error;
      }
    },
    check({ shop: { failure } }) {
      if (strictExit && failure !== undefined) {
        throw new SentenceError(say('command-failed', { how: failure.how }));
      }
    },
    ...(webhook !== undefined && {
      async onEvent(run: ShopRun, body: string) {
        const { isConfirmed, status } = await receiverOf(run).send(body, { date: run.now().toUTCString() });
        if (!isConfirmed) throw new Error(`your handler: ${status}`);
      },
    }),
    ...(reconcile && { reconcile: (run) => runHere(reconcile, run) }),
    ...(orders && {
      orders: async (run) => parseOrders(await runHere(orders, run, {}, true), (text) => String(redact(text))),
    }),
    ...(order && { orderOf: orderAt(order) }),
  };
}

async function runHere(command: string | readonly string[], run: ShopRun, added = {}, isRead = false): Promise<string> {
  const { stopped, port, now } = run;
  const signal = AbortSignal.any([deathSignal() ?? stopped, stopped]);
  const onOutput = isRead ? undefined : run.onOutput;
  const line = typeof command === 'string' ? withPort(command, port) : command.map((word) => withPort(word, port));
  const env = { ...run.env, PAYMENT_GATEWAY_NOW: now().toISOString(), ...added };
  return runCommandLine(line, { env, token: run.env.PAYMENT_GATEWAY_TOKEN, signal, onOutput });
}

/** The options that a plan needs again. */
const REPEATED = [
  ...(['only', 'server', 'ready', 'webhook', 'order', 'orders', 'reconcile'] as const),
  ...(['earnsNothing', 'strictExit', 'keepServer'] as const),
];

/** Returns the whole command that repeats a plan, without secrets. */
function repeatLine(values: Values, command: readonly string[], only?: string): string {
  const options = REPEATED.flatMap((name) => {
    const value = { ...values, only }[name];
    const flag = `--${kebabCase(name)}`;
    return typeof value === 'string' ? [flag, quoted(value)] : value ? [flag] : [];
  });
  return String(redact([PROGRAM, 'explore', ...options, '--', ...command.map(quoted)].join(' ')));
}

/** A word of a command line, in quotes where a shell needs them. */
const quoted = (word: string): string => (/^[\w./:@=,+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

/** Prints and writes the result. Returns the exit code. */
async function report(
  values: Values,
  command: readonly string[],
  result: ExploreResult,
  milliseconds: number,
): Promise<number> {
  const { json, junit, html } = values;
  const language = values.language === 'en' ? 'en' : 'pt-BR';
  const repeat = (plan?: string) => repeatLine(values, command, plan);
  const inColumns = (plan: string) => commandLine(REPEAT, repeat(plan), { width: outputWidth() }).slice(REPEAT.length);
  const problems = new Set(result.failures.map((one) => `\n${printable(print(one, language))}`));
  const printed = printableLines(printReport(result, milliseconds, inColumns, language));
  const red = [...problems].reduce((text, one) => text.replace(one, () => styled('red', one)), printed);
  process.stdout.write(`${fitted(red)}\n`);
  // Come last: a file that cannot be written must not lose the report.
  const failures = result.failures.map((one) => ({ ...one, repeat: repeat(one.plan) }));
  const search = { command: repeat(), ended: new Date().toISOString(), seconds: Math.ceil(milliseconds / 1000) };
  const findings = { ...result, failures, search };
  await writeOutput('--json', json, { version: JSON_VERSION, ...findings });
  await writeOutput('--html', html, html === undefined ? '' : explorationHtml(findings, language));
  await writeOutput('--junit', junit, explorationJunit(result, milliseconds));
  if (result.failures.length === 0) return 0;
  return result.tried.length === 0 ? COULD_NOT_RUN : 1;
}
