import { LARGEST_BODY as LARGEST_REQUEST } from '../../../core/src/access/request.js';
import { DAY, MINUTE } from '../../../core/src/codes/days.js';
import { clearRefusals, parameters } from '../../../core/src/values.js';
import { DELIVERY_TIMEOUT, PAUSES } from '../../../sandbox/src/engine/engine.js';
import { TIMEOUT as WAIT } from '../../../sandbox/src/events/event-service.js';
import { MARGIN as LISTENER_MARGIN } from '../../../sandbox/src/events/listeners.js';
import { DAYS_PASS } from '../../../sandbox/src/explore/disruptions.js';
import { LOOKS } from '../../../sandbox/src/explore/others.js';
import { PRINTED } from '../../../sandbox/src/explore/run.js';
import { ROUNDS } from '../../../sandbox/src/explore/scene.js';
import { LARGEST_RESPONSE } from '../../../sandbox/src/faults/planned-faults.js';
import { SANDBOX_OPTIONS } from '../../../sandbox/src/options/sandbox-options.js';
import { MOST_REQUESTS } from '../../../sandbox/src/server/journal/journal.js';
import { SKIPPED_IDS } from '../../../sandbox/src/state/account.js';
import { defaults } from '../../../src/client/options.js';
import { longestDelay } from '../../../src/client/timing.js';
import { LEARNING_TIME as BOOKS_GRACE, OVERLAP } from '../../../verify/src/books/compare-books.js';
import { RETRIES as BOOKS_RETRIES } from '../../../verify/src/cli/books.js';
import { MOST_OUTPUT, PATIENCE } from '../../../verify/src/cli/orders-program.js';
import { LARGEST_READ_BODY } from '../../../verify/src/exchange.js';
import { USUAL_RATE, USUAL_TIMEOUT } from '../../../verify/src/pace.js';
import { LARGEST_COPY } from '../../../verify/src/proxy/connection.js';
import { LARGEST_QUEUE, LARGEST_TEXT, LONGEST_QUEUE } from '../../../verify/src/proxy/judging.js';
import { CLOSING_TIME as PROXY_GRACE } from '../../../verify/src/proxy/proxy.js';
import { MOST_BYTES, MOST_DELIVERIES } from '../../../verify/src/run/receiver.js';
import type { Parameters } from '../../contract/parameters.ts';

const SECOND = 1000;
const MIB = 2 ** 20;

/** The numbers of the code that texts name as `{client.retries}`, in the unit at the end of the name. */
const ofCode: Parameters = {
  client: {
    retries: defaults.retries,
    attempt_ms: defaults.timeoutMs,
    attempt_seconds: defaults.timeoutMs / SECOND,
    call_ms: defaults.overallTimeoutMs,
    call_seconds: defaults.overallTimeoutMs / SECOND,
    retry_delay_ms: defaults.retryDelayMs,
    longest_delay_ms: longestDelay,
    clear_refusals: clearRefusals,
  },
  server: { body_mib: LARGEST_REQUEST / MIB },
  journal: { requests: MOST_REQUESTS },
  faults: { response_mib: LARGEST_RESPONSE / MIB },
  sandbox: {
    accounts: SANDBOX_OPTIONS.keepAccounts.default,
    skipped_ids: SKIPPED_IDS,
    receiver_seconds: DELIVERY_TIMEOUT / SECOND,
    listener_seconds: (DELIVERY_TIMEOUT + LISTENER_MARGIN) / SECOND,
    retries: PAUSES.length,
    retry_seconds: PAUSES.map((pause) => pause / SECOND),
    wait_ms: WAIT,
    wait_seconds: WAIT / SECOND,
  },
  explore: { days: Number.parseInt(DAYS_PASS, 10), looks: LOOKS, rounds: ROUNDS, lines: PRINTED },
  books: {
    minutes: BOOKS_GRACE / MINUTE,
    days: OVERLAP / DAY,
    retries: BOOKS_RETRIES,
    seconds: PATIENCE,
    mib: MOST_OUTPUT / MIB,
  },
  verify: { rate: USUAL_RATE, timeout_seconds: USUAL_TIMEOUT / SECOND, response_mib: LARGEST_READ_BODY / MIB },
  receiver: { event_mib: LARGEST_REQUEST / MIB, mib: MOST_BYTES / MIB, deliveries: MOST_DELIVERIES },
  proxy: {
    seconds: PROXY_GRACE / SECOND,
    body_mib: LARGEST_TEXT / MIB,
    copy_mib: LARGEST_COPY / MIB,
    exchanges: LONGEST_QUEUE,
    waiting_mib: LARGEST_QUEUE / MIB,
  },
};

/** The numbers that texts name: those of the claims of the register, and those of the code. */
export const numbers: Parameters = { ...parameters, ...ofCode };
