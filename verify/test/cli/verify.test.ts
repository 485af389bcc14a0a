import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { cli as cliProcess } from '../../../test/cli/compiled.ts';
import { cli } from '../../../test/cli/in-process.ts';
import { temporaryFolder } from '../../../test/temporary-folder.ts';
import { exchange } from '../exchanges.ts';

const folder = temporaryFolder('verify-cli');
const at = (name: string) => join(folder, name);

const plans = { data: [], current_page: 1, last_page: 1, per_page: 15, total: 0 };
writeFileSync(at('good.jsonl'), JSON.stringify(exchange('GET', '/v1/plans', 200, plans)));
writeFileSync(at('bad.jsonl'), JSON.stringify(exchange('GET', '/v1/plans', 200, [])));
writeFileSync(at('other.jsonl'), JSON.stringify(exchange('GET', '/elsewhere', 200, [])));
const har = (status: number) => ({
  log: {
    entries: [
      {
        request: { method: 'GET', url: 'https://api.gateway.example/v1/plans', headers: [] },
        response: { status, headers: [], content: {} },
      },
    ],
  },
});
writeFileSync(at('a.har'), JSON.stringify(har(200)));
writeFileSync(at('b.har'), JSON.stringify(har(405)));

describe('verify', () => {
  test('exits with 0 if nothing was refuted, otherwise with 1 and the refutation first', async () => {
    const good = await cliProcess('verify', '--exchanges', at('good.jsonl'));
    expect({ code: good.code, stderr: good.stderr }).toEqual({ code: 0, stderr: '' });
    expect(good.stdout).toMatch(/^Every judged statement holds\.\n\d+ confirmed/);
    const bad = await cli('verify', '--exchanges', at('bad.jsonl'));
    expect(bad.code).toBe(1);
    expect(bad.stdout).toMatch(/^Refuted: [A-Z][^(]*\(list-envelope\)\.\n/);
    expect(bad.stdout).not.toContain('\u001b[');
  });

  test('writes every format of the report, and reads its JSON', async () => {
    const files = ['--json', at('r.json'), '--markdown', at('r.md'), '--junit', at('r.xml')];
    const patch = ['--write-evidence', at('r.patch')];
    const { code } = await cli('verify', '--exchanges', at('bad.jsonl'), ...files, ...patch);
    expect(code).toBe(1);
    expect(JSON.parse(readFileSync(at('r.json'), 'utf8')).mode).toBe('recorded');
    expect(readFileSync(at('r.md'), 'utf8')).toContain('# Verification of');
    expect(readFileSync(at('r.xml'), 'utf8')).toContain('<testsuites');
    expect(readFileSync(at('r.patch'), 'utf8')).toContain('verdict: refuted');
    const again = await cli('verify', '--report', at('r.json'));
    expect(again.stdout).toMatch(/^Refuted: [A-Z][^(]*\(list-envelope\)/);
  });

  test('judges several HAR files', async () => {
    const { code, stdout } = await cli('verify', '--har', at('a.har'), at('b.har'));
    expect(stdout).toContain('2 exchanges');
    expect(code).toBe(1);
  });

  test('exits with 2 and the reason if it could not run', async () => {
    const cases: [string[], RegExp][] = [
      [[], /verify: takes one source; pass --url/],
      [['--har'], /--har: needs HAR files/],
      [['--har', at('missing.har')], /--har: cannot read .*missing.har: no such file/],
      [['--exchanges', at('other.jsonl')], /exchanges: none of 1 is with an operation/],
      [['--report', at('good.jsonl')], /the format undefined, not payment-gateway-verify/],
      [['stray', '--exchanges', at('good.jsonl')], /--har: needs HAR files as arguments, and verify takes no other/],
      [['--allow', 'write', '--exchanges', at('good.jsonl')], /--url: is required for the options of a run/],
      [['--allow', 'everything', '--url', 'https://gateway.example'], /--allow: takes write, charge, money, configure/],
    ];
    for (const [args, message] of cases) {
      const { code, stderr } = await cli('verify', ...args);
      expect({ args, code }).toEqual({ args, code: 2 });
      expect(stderr).toMatch(message);
    }
  });

  test('refuses to use a local server as evidence, but still writes the report', async () => {
    const local = {
      request: { method: 'GET', url: 'http://127.0.0.1:4010/v1/plans' },
      response: { status: 200, body: plans },
    };
    writeFileSync(at('local.jsonl'), JSON.stringify(local));
    const files = ['--json', at('local.json'), '--write-evidence', at('local.patch')];
    const { code, stderr } = await cli('verify', '--exchanges', at('local.jsonl'), ...files);
    expect(code).toBe(2);
    expect(stderr).toContain('the contract would confirm itself: the server was on this machine');
    expect(JSON.parse(readFileSync(at('local.json'), 'utf8')).circular).toHaveLength(1);
    expect(() => readFileSync(at('local.patch'))).toThrow('ENOENT');
  });
});
