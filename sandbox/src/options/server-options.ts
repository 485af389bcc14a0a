import { isIPv6 } from 'node:net';
import { ALLOWED_HOSTS } from 'payment-gateway-core/access';
import { flag, must, type OptionsOf, type OptionTable, text, type ValuesOf, whole } from 'payment-gateway-core/util';
import type { SandboxOptionDocs } from '../../generated/option-docs.js';
import { JOURNAL_BYTES, LOG_FORMATS, LONGEST_LATENCY, type Log } from '../server/index.js';

/** The options of a server, with or without a socket. */
const SERVER_OPTIONS = {
  log: {
    type: 'string',
    value: '<format>',
    help: `how to log: ${LOG_FORMATS.join(', ')}, where warnings prints each kind of warning once; in code also a function that gets every request`,
    default: 'warnings',
    read(given: Log): Log {
      must(
        typeof given === 'function' || LOG_FORMATS.includes(given),
        `a function or one of ${LOG_FORMATS.join(', ')}`,
      );
      return given;
    },
  },
  token: {
    ...text('one word, without spaces', /^\S+$/),
    value: '<token>',
    help: 'the only bearer token to accept, any word you choose; without it any token',
  },
  anonymous: {
    ...flag,
    help: 'lets requests without a token pass, with a warning; createCard and deleteCustomer, where the document shows the header, still need one',
  },
  seed: { ...text('a string', /^/), help: 'makes failures the same from run to run' },
  latency: { ...whole(0, LONGEST_LATENCY, 'milliseconds'), default: 0, value: '<ms>', help: 'delays every response' },
  failureRate: {
    type: 'number',
    value: '<share>',
    help: 'the share of requests, 0 to 1, that fail with 503',
    default: 0,
    read(given: number): number {
      must(typeof given === 'number' && given >= 0 && given <= 1, 'a number from 0 to 1');
      return given;
    },
  },
  cors: { ...flag, help: 'lets web pages of any origin call the API' },
  allowHosts: ALLOWED_HOSTS,
  allowAnyCard: { ...flag, help: 'accepts card numbers that could be real; the server refuses them otherwise' },
  journalBytes: {
    ...whole(0, Number.MAX_SAFE_INTEGER, 'bytes'),
    default: JOURNAL_BYTES,
    help: 'how much of the requests the journal keeps, the newest ones',
  },
  strict: {
    ...flag,
    help: 'refuses what the contract refuses, without converting types, and fields that no schema knows',
  },
  refuseWarnings: {
    ...flag,
    help: 'refuses also requests that would get a warning in the header x-sandbox-warning',
  },
} as const satisfies OptionTable;

export const LISTEN_OPTIONS = {
  port: { ...whole(0, 65_535), default: 4010, help: 'the port to listen on, 0 for a free one' },
  host: {
    type: 'string',
    default: '127.0.0.1',
    value: '<address>',
    help: 'the address to listen on',
    read(given: string): string {
      const { read } = text('an address or a name', /^\S{1,253}$/);
      // As addresses have it: http://[::1]:4010.
      return read(given).replace(/^\[(.*)\]$/, (whole, inner: string) => (isIPv6(inner) ? inner : whole));
    },
  },
  docs: { ...flag, help: 'serves the rendered docs at /docs/' },
  requestTimeout: {
    ...whole(1, 2 ** 31 - 1, 'milliseconds'),
    default: 30_000,
    value: '<ms>',
    help: 'how long a request may take to arrive, and the client to take its response',
  },
  ...SERVER_OPTIONS,
} as const satisfies OptionTable;

/** The address of a server that was started without options. */
export const USUAL_URL = `http://${LISTEN_OPTIONS.host.default}:${LISTEN_OPTIONS.port.default}`;

/** The same options with their docstrings, for exported types. */
export type Documented<Options, Docs> = {
  [Name in keyof Pick<Docs, keyof Docs & keyof Options>]: Options[Name];
};

/** The options that only a socket has. */
type SocketOption = Exclude<keyof typeof LISTEN_OPTIONS, keyof typeof SERVER_OPTIONS>;
type ListenOptions = Documented<OptionsOf<typeof LISTEN_OPTIONS>, SandboxOptionDocs>;
export type ServerOptions = Omit<ListenOptions, SocketOption>;
export type ServerValues = ValuesOf<typeof SERVER_OPTIONS>;
