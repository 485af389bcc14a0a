import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { LISTEN_OPTIONS } from '../../../sandbox/src/options/server-options.js';
import { LONGEST_LATENCY } from '../../../sandbox/src/server/request/faults.js';
import { PROXY_PORT } from '../../../verify/src/cli/proxy.js';
import { withNumbers } from '../../contract/parameters.ts';
import { oneLine } from '../../contract/text.ts';
import { numbers } from '../../docs/guide/numbers.ts';
import { guideGroups } from '../../docs/guide/pages.ts';
import { measured } from '../../docs/guide/tables.ts';
import { numbersWith } from '../../lint/plain-numbers.ts';

// A number of the code or of the register stands in one place. Guides name it as `{client.retries}`. Files that people read as they are have the
// number, and are compared here.

const { figures = {} } = measured().client ?? {};
const kilobytes = (name: string, language: string) =>
  ((figures[name] ?? 0) / 1000).toLocaleString(language, { maximumFractionDigits: 1 });
const CLIENT = 'the client and `unwrap`, minified and gzipped, in bytes';
const OTHER = 'openapi-fetch alone';
const lines = (language: string) =>
  (Math.round((figures['lines of the package in the client and `unwrap`'] ?? 0) / 100) * 100).toLocaleString(language);

/** The sentences with a number, by the file that has them. */
const WRITTEN: Readonly<Record<string, readonly string[]>> = {
  'README.md': [
    `take about ${lines('en')} lines`,
    `${kilobytes(CLIENT, 'en')} kB (minified and gzipped), and openapi-fetch alone has ${kilobytes(OTHER, 'en')} kB`,
  ],
  'LEIAME.md': [
    `cerca de ${lines('pt-BR')} linhas`,
    `${kilobytes(CLIENT, 'pt-BR')} kB (minificado e comprimido com gzip), contra ${kilobytes(OTHER, 'pt-BR')} kB`,
  ],
  'src/client/options.ts': [
    'never a POST that may have been accepted. Default: {client.retries}.',
    'doubles for each further delay. Default: {client.retry_delay_ms}. `Retry-After` wins, up to {client.longest_delay_ms}.',
    'including reading the response. Default: {client.attempt_ms}.',
    'the delays between them. Default: {client.call_ms}.',
  ],
  'sandbox/src/server/journal/journal.ts': ['The last {journal.requests} requests'],
  'sandbox/src/sandbox/sandbox-server.ts': ['The last {journal.requests} requests'],
  'sandbox/src/sandbox/code-controls.ts': [
    'milliseconds of real time, default {sandbox.wait_ms}',
    'in milliseconds, default {sandbox.wait_ms}',
  ],
  'sandbox/src/sandbox.openapi.yaml': [
    'summary: The last {journal.requests} requests',
    'the result of a delivery within {sandbox.listener_seconds} seconds.',
    'The body of the response, at most {faults.response_mib} MiB.',
    `maximum: ${LONGEST_LATENCY}, description: 'The delay of the response, in milliseconds. The request is carried out when it arrives'`,
  ],
  'verify/src/books/compare-books.ts': ['younger than {books.minutes} minutes'],
};

test.each(Object.entries(WRITTEN))('%s has the numbers of the code', (file, sentences) => {
  const text = oneLine(readFileSync(file, 'utf8').replaceAll(/\n\s*\*/g, '\n'));
  const language = file.endsWith('LEIAME.md') ? 'pt-BR' : 'en';
  const wanted = sentences.map((sentence) => withNumbers(sentence, numbers, { language }));
  // A placeholder that stays names no number.
  expect(wanted.filter((sentence) => !text.includes(sentence))).toEqual([]);
});

const FILES = [
  ...Object.values(guideGroups)
    .flat()
    .filter((name) => name !== 'changelog')
    .map((name) => `scripts/docs/guide/en/${name}.md`),
  ...['README.md', 'SECURITY.md', 'sandbox/README.md', 'verify/README.md'],
  ...readdirSync('sandbox/skills').map((name) => `sandbox/skills/${name}/SKILL.md`),
];

/** The addresses of examples that are no server of the packages: a shop, and a second sandbox or PHP server. */
const OTHER_PORTS = [3000, 4567, 4568];

test.each([...FILES, 'openapi.yaml', 'sandbox/src/sandbox.openapi.yaml'])(
  'the addresses in %s have the ports on which the programs listen',
  (file) => {
    const ports = [...readFileSync(file, 'utf8').matchAll(/(?:127\.0\.0\.1|localhost):(\d+)/g)].map(([, port]) =>
      Number(port),
    );
    const others = ports.filter((port) => ![LISTEN_OPTIONS.port.default, PROXY_PORT, ...OTHER_PORTS].includes(port));
    expect(others).toEqual([]);
  },
);

/** The keys of payments: what `reference_key` is, and the same key in a variable, a call or an output. */
const KEYS = /\border-\d+-[a-z]+-\d+\b|(?<=\breference_key['"]?(?::|=>?| = | => ) ?['"])[^'"]+/g;

test.each([...FILES, 'LEIAME.md', 'sandbox/LEIAME.md', 'sandbox/testing/shop.yaml', 'scripts/docs/diagrams/lanes.ts'])(
  'the keys of payments in %s are as long as the register advises',
  (file) => {
    const least = numbers['reference-key']?.characters;
    const lines = readFileSync(file, 'utf8').split('\n');
    const short = lines.flatMap((line, index) =>
      (line.match(KEYS) ?? [])
        .filter((key) => key.length < Number(least))
        .map((key) => `${file}:${index + 1}: ${key} has ${key.length} characters`),
    );
    expect(least).toBeGreaterThan(0);
    expect(short, `write at least ${least} characters (\`reference-key\` in evidence.yaml)`).toEqual([]);
  },
);

const UNITS = [
  ...[
    'days',
    'hours',
    'minutes',
    'seconds',
    's',
    'milliseconds',
    'ms',
    'months',
    'MiB',
    'kB',
    'bytes',
    'characters',
    'digits',
  ],
  ...[
    'times',
    'tries',
    'retries',
    'requests',
    'exchanges',
    'deliveries',
    'accounts',
    'ids',
    'items',
    'installments',
    'lines',
  ],
];

/** What no entry and no constant decides: formats of Brazil, limits of other tools, the time of a reader, and two of something in an example. */
const OUTSIDE = [
  'A CPF has 11 digits',
  '44 or 47 digits',
  'made from 44 digits',
  'before three digits separates thousands',
  'linha digitável) of 47 digits',
  'five digits, a hyphen that may be missing, three digits',
  'document number of a person, 11 digits',
  'In five minutes you get the list',
  'three hours behind UTC',
  'expires three hours early',
  'add two lines to its configuration',
  'between two requests',
  'No operation touches two accounts',
];

test.each(FILES)('%s names each number of the code, or is compared with it', (file) => {
  const known = [...(WRITTEN[file] ?? []).map((sentence) => withNumbers(sentence, numbers)), ...OUTSIDE];
  const prose = oneLine(readFileSync(file, 'utf8').replace(/^ *```[\s\S]*?^ *```/gm, ''));
  const rest = known.reduce((text, sentence) => text.replaceAll(sentence, ''), prose);
  const plain = UNITS.flatMap((unit) => numbersWith(unit, rest).map((number) => `${number} ${unit}`));
  expect(
    plain,
    'write them as `{group.name}` of scripts/docs/guide/numbers.ts, or add them to WRITTEN or OUTSIDE',
  ).toEqual([]);
});
