import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { some } from '../../../test/property-runs.ts';
import { temporaryFolder } from '../../../test/temporary-folder.ts';
import {
  acceptDeviations,
  type Exchange,
  evidencePatch,
  exitCode,
  judgeExchanges,
  parseReport,
  type Report,
  renderJunit,
  renderMarkdown,
  renderTable,
} from '../../src/index.js';
import { example, exchange } from '../exchanges.ts';
import { pathsOf, withValueAt } from '../judge/hostile-values.ts';

const evidence = readFileSync('evidence.yaml', 'utf8');
const pix = example('createTransaction.pix.response');
const sent = example('createTransaction.pix.request');
const folder = temporaryFolder('verify-reports');

let report: Report;
beforeAll(async () => {
  report = await judgeExchanges([
    exchange('POST', '/v1/transactions', 200, { ...pix, id: 4711, status: 'waiting_payment' }, sent),
    exchange('GET', '/v1/transactions/4711', 200, {
      ...pix,
      id: '4711',
      nsu: '1',
      mother_name: 'Ana Souza',
      status: 'under_review',
    }),
    exchange('GET', '/v1/plans', 200, [{ id: 1 }]),
  ]);
});

test('matches its published schema', () => {
  const validate = new Ajv2020({ strict: true, allErrors: true, formats: { 'date-time': true } }).compile(
    JSON.parse(readFileSync('verify/src/report/report.schema.json', 'utf8')),
  );
  validate(JSON.parse(JSON.stringify(report)));
  expect(validate.errors).toBeNull();
});

test('has every entry of the register once, in register order', () => {
  expect(report.entries.map(({ key }) => key)).toEqual(Object.keys(parse(evidence)['x-evidence-register']));
});

test('sets the exit code according to the refutations', async () => {
  expect(exitCode(report)).toBe(1);
  expect(exitCode(await judgeExchanges([]))).toBe(2);
});

test('a run with permission to write does not ask for it again', () => {
  const run: Report = { ...report, mode: 'run' };
  expect(renderTable(run)).toMatch(/--allow write$/m);
  expect(renderTable(run, { allowed: ['write'] })).not.toMatch(/--allow write$/m);
});

test('can be parsed again, and rejects other files with a reason', () => {
  expect(parseReport(JSON.stringify(report))).toEqual(report);
  expect(() => parseReport('{')).toThrow('report: is not JSON');
  expect(() => parseReport('{"format":"other/2"}')).toThrow('report: has the format other/2');
  expect(() => parseReport(JSON.stringify({ ...report, circular: undefined }))).toThrow('incomplete');
});

test('refuses a report with another value in any place, or shows it in every form', () => {
  const found = report.entries.filter(({ findings }) => findings.length > 0).slice(0, 1);
  const small = { ...acceptDeviations(report, 'ids-unique'), entries: found };
  const values = [null, -1, '', '\u202e', [null], {}, JSON.parse('{"toString": 1}')];
  for (const path of some(pathsOf(JSON.parse(JSON.stringify(small))).slice(1))) {
    for (const value of some(values)) {
      const text = JSON.stringify(withValueAt(small, path, value));
      const show = () => [renderTable, renderMarkdown, renderJunit].map((render) => render(parseReport(text)));
      try {
        expect(show()).toHaveLength(3);
      } catch (error) {
        expect(String(error), path.join('.')).toMatch(/^Error: report: .* --json wrote$|write it again/);
      }
    }
  }
});

test.each(['[', '{"a":'])('refuses a report that is nested too deeply in %s', (open) => {
  const deep = `${open.repeat(100_000)}1${open === '[' ? ']'.repeat(100_000) : '}'.repeat(100_000)}`;
  const text = JSON.stringify({ ...report, deviations: ['deep'] }).replace('"deep"', deep);
  expect(() => parseReport(text)).toThrow('report: is nested too deeply; pass a file that --json wrote');
});

describe('a discovery', () => {
  test('can be pasted into openapi.yaml with its evidence', () => {
    const field = report.discoveries.find(({ reason }) => reason.includes('nsu'));
    expect(parse(field?.yaml ?? '')).toEqual({
      nsu: { type: 'string', 'x-evidence': 'observed seen-on-servers', description: expect.any(String) },
    });
    expect(parse(report.discoveryEvidence)['x-evidence-register']['seen-on-servers']).toMatchObject({
      level: 'observed',
      source: ['SERVER'],
    });
  });

  test('shows only the type of fields that the contract does not list', () => {
    expect(JSON.stringify(report)).not.toContain('Ana Souza');
    expect(JSON.stringify(report)).toContain('"mother_name":"[string]"');
  });
});

describe('every report format', () => {
  const secrets = {
    token: 'secret-of-the-merchant',
    number: '4532015112830366',
    cvv: '9371',
    name: 'MARIA SOUZA MARKED',
    email: 'marked@personal.example',
    document: '52998224725',
    phone: '+5511987654321',
    host: 'api.gateway.example',
  };

  test('contains no tokens, cards, personal data or addresses [S42]', async () => {
    const card = {
      card_number: secrets.number,
      card_cvv: secrets.cvv,
      card_holder_name: secrets.name,
      card_expiration_date: '1230',
    };
    const customer = {
      name: secrets.name,
      email: secrets.email,
      documents: [{ type: 'cpf', number: secrets.document }],
      phone_numbers: [secrets.phone],
    };
    const body = { ...example('createTransaction.credit_card.request'), card, customer };
    const talkative = {
      errors: [
        `card ${secrets.number} of ${secrets.email} (${secrets.document}, ${secrets.phone}) token ${secrets.token}`,
      ],
    };
    const exchanges: Exchange[] = [
      exchange('POST', '/v1/transactions', 402, talkative, body),
      exchange('POST', '/v1/transactions', 200, { ...pix, id: 'x', customer, echo: body }, body),
      exchange(
        'POST',
        `/v1/customers/find?email=${encodeURIComponent(secrets.email)}`,
        201,
        { ...customer, extra: customer },
        { email: secrets.email },
      ),
      exchange('GET', `/v1/cards/${secrets.number}`, 200, { id: 'z', card_number: secrets.number }),
    ];
    const found = await judgeExchanges(exchanges);
    expect(found.exchanges.judged).toBe(4);
    expect(found.discoveries.length + found.deviations.length).toBeGreaterThan(3);
    const forms = [
      JSON.stringify(found),
      renderMarkdown(found),
      renderJunit(found),
      renderTable(found),
      evidencePatch({ ...found, circular: [] }, evidence),
    ];
    for (const form of forms) {
      for (const [what, secret] of Object.entries(secrets))
        expect(form.includes(secret), `${what} in ${form.slice(0, 20)}`).toBe(false);
    }
  });
});

test('JUnit counts match the listed test cases', () => {
  const junit = renderJunit(report);
  const [, tests, failures, skipped] = /<testsuites tests="(\d+)" failures="(\d+)" skipped="(\d+)"/.exec(junit) ?? [];
  expect(junit.match(/<testcase /g)).toHaveLength(Number(tests));
  expect(junit.match(/<skipped /g)).toHaveLength(Number(skipped));
  expect(Number(failures)).toBe(report.summary.refuted + report.summary.deviations);
  expect(junit).toContain('classname="assumed" name="list-envelope"><failure');
});

test('the summary counts what there is, without zeros', () => {
  const none = { refuted: 0, confirmed: 1, consistent: 2, 'not settled': 0, deviations: 0, discoveries: 0 };
  const quiet: Report = { ...report, summary: none, entries: [], deviations: [], discoveries: [] };
  const summaryOf = (given: Report) => renderTable(given).split('\n\n')[0];
  expect(summaryOf(quiet)).toBe('Every judged statement holds.\n1 confirmed, 2 consistent; 3 exchanges.');
  const exchanges = { judged: 1, ignored: 1, skipped: 2 };
  const summary = { ...none, deviations: 2, discoveries: 1 };
  const counted = { ...quiet, summary, exchanges, accepted: ['x'], leftBehind: ['/v1/links/1'] };
  expect(summaryOf(counted)?.split('\n').slice(1).join(' ').replaceAll('   ', ' ')).toBe(
    '1 confirmed, 2 consistent; 2 deviations from the document; 1 discovery; 1 exchange. 1 accepted deviation, 1 exchange with another address, 2 unreadable exchanges, 1 object that the API cannot remove.',
  );
  expect(renderMarkdown(quiet)).toContain('\n\n1 confirmed, 2 consistent; 3 exchanges.\n\n');
});

test('the table starts with a summary, and shows each refutation with a request', () => {
  const text = renderTable(report);
  const lines = text.split('\n');
  expect(text).toMatch(/^Refuted: [A-Z][^(]*\(/);
  expect(text.split('\n\n')[0]).toMatch(/\(list-envelope\)[\s\S]*\d+ refuted, \d+ confirmed[\s\S]*; 3 exchanges\.$/);
  expect(lines.join('\n')).toMatch(
    /^refuted: [A-Z][^(]*\(assumed list-envelope\)\n[\s\S]*curl -X GET "\$PAYMENT_GATEWAY_URL"'\/v1\//m,
  );
  expect(lines.join('\n')).not.toMatch(/^consistent/m);
  expect(text).toMatch(/^Next: \d+ entries are not settled\. This settles them:$/m);
  expect(text).toMatch(/^ +\d+ --allow write$/m);
  expect(renderTable(report, { all: true })).toMatch(/^consistent/m);
  expect(renderTable(report, { color: true })).toContain('\u001b[31mrefuted');
});

describe('the patch for the register', () => {
  test('adds the findings with the date, and does not change levels', () => {
    const file = join(folder, 'evidence.yaml');
    writeFileSync(file, evidence);
    writeFileSync(join(folder, 'evidence.patch'), evidencePatch(report, evidence));
    execFileSync('git', ['apply', '--unsafe-paths', '--verbose', 'evidence.patch'], {
      cwd: folder,
      env: { ...process.env, GIT_CEILING_DIRECTORIES: folder },
    });
    const before = parse(evidence)['x-evidence-register'];
    const after = parse(readFileSync(file, 'utf8'))['x-evidence-register'];
    const changed = report.entries
      .filter(({ verdict }) => verdict === 'confirmed' || verdict === 'refuted')
      .map(({ key }) => key);
    expect(changed.length).toBeGreaterThan(2);
    for (const [key, entry] of Object.entries<Record<string, unknown>>(after)) {
      const { seen, ...rest } = entry;
      expect(rest).toEqual(before[key]);
      expect(seen !== undefined, key).toBe(changed.includes(key));
    }
    expect(after['list-envelope'].seen).toEqual([
      { on: report.created.slice(0, 10), verdict: 'refuted', exchanges: 1, reason: expect.any(String) },
    ]);
    // The patch adds a second report below the first.
    const again = evidencePatch(report, readFileSync(file, 'utf8'));
    expect(again).not.toContain('+    seen:');
  });

  test('is refused for circular evidence', async () => {
    const local = (url: string) => ({
      ...exchange('GET', '/v1/plans', 200, []),
      request: { method: 'GET', url, headers: {} },
    });
    const returned = (headers: Record<string, string>, body: unknown) => ({
      ...exchange('GET', '/v1/transactions/1002', 200),
      response: { status: 200, headers, body },
    });
    const refused: [Exchange, string][] = [
      [local('http://127.0.0.1:4010/v1/plans'), 'loopback'],
      [local('http://localhost/v1/plans'), 'loopback'],
      [local('http://[::1]:80/v1/plans'), 'loopback'],
      [local('http://[::ffff:127.0.0.1]/v1/plans'), 'loopback'],
      [local('/v1/plans'), 'loopback'],
      [returned({ 'x-evidence': 'observed transaction-path' }, { ...pix, id: 1 }), 'the sandbox of this project'],
      [returned({ 'x-sandbox': '0.1.0' }, { ...pix, id: 1 }), 'the sandbox of this project'],
      [returned({ 'sl-violations': '[]' }, {}), 'Prism'],
      [returned({}, { type: 'https://stoplight.io/prism/errors#NO_PATH_MATCHED_ERROR', status: 404 }), 'Prism'],
      [returned({}, pix), "the contract's own examples"],
    ];
    for (const [one, why] of refused) {
      const found = await judgeExchanges([one]);
      expect(() => evidencePatch(found, evidence)).toThrow(why);
    }
    expect(report.circular).toEqual([]);
  });
});
