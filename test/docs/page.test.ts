import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { english } from '../../scripts/docs/language.ts';
import { finishPage } from '../../scripts/docs/page/page.ts';

describe('finishPage', () => {
  const data = {
    words: english.words.browser,
    sections: {},
    choices: {},
    search: { documents: [], synonyms: [], ignored: [] },
  };
  const details = {
    language: 'en',
    title: 'Title',
    description: 'What it is',
    picture: 'preview.png',
    pictureAlt: 'What is on it',
    licenses: '',
    data,
    script: 'globalThis.docs = {}',
  };
  const rendered = (options: object) => `<html><head><meta charset="utf8" /><title>x</title></head><body>
    <div id="redoc"><a href="/section/states">States</a></div>
    <script type="module">img('https://cdn.redoc.ly/redoc/logo-mini.svg');
    const __redoc_options = ${JSON.stringify(options)};</script></body></html>`;
  const plain = rendered({ disableTelemetry: true });

  test('refuses a page that would send telemetry', () => {
    expect(() => finishPage(rendered({}), details)).toThrow('telemetry: off');
    expect(() => finishPage(rendered({ disableTelemetry: false }), details)).toThrow('telemetry: off');
  });

  test('says so when Redoc has changed under it', () => {
    expect(() => finishPage('<html></html>', details)).toThrow('Redoc changed');
    expect(() => finishPage(plain.replace('logo-mini', 'other'), details)).toThrow('replaceLogo');
  });

  test('describes the page for search engines and escapes what it is given', () => {
    const page = finishPage(plain, { ...details, title: 'A & B', description: 'say "hi"' });
    expect(page).toContain('<title>A &amp; B</title>');
    expect(page).toContain('<meta name="description" content="say &quot;hi&quot;">');
  });

  test('makes the links of the side bar lead into the page', () => {
    expect(finishPage(plain, details)).toContain('<a href="#/section/states">');
  });

  test('allows exactly the scripts of the page by their hash', () => {
    const script = /<script type="module">([\s\S]*?)<\/script>/.exec(finishPage(plain, details))?.[1] ?? '';
    const hash = createHash('sha256').update(script).digest('base64');
    const [policy = ''] = /script-src [^;]*/.exec(finishPage(plain, details)) ?? [];
    expect(policy.match(/'sha256-/g)).toHaveLength(2);
    expect(policy).toContain(`'sha256-${hash}'`);
    expect(finishPage(plain, details)).toContain("connect-src 'none'");
  });

  test('sends no usage data: the policy allows no connection, no form and no other host', () => {
    const [, policy = ''] = /Content-Security-Policy" content="([^"]*)"/.exec(finishPage(plain, details)) ?? [];
    const sources = new Map(policy.split('; ').map((part): [string, string] => [part.replace(/ .*/, ''), part]));
    for (const name of ['default-src', 'connect-src', 'form-action', 'base-uri']) {
      expect(sources.get(name)).toBe(`${name} 'none'`);
    }
    // Hashes, inline styles, and data of the page itself.
    expect(policy.replace(/'sha256-[^']+'/g, '')).not.toMatch(/https?:|\*|'self'|\/\//);
  });

  test('licences cannot end the comment that they stand in', () => {
    const page = finishPage(plain, { ...details, licenses: 'a --> b --!> c' });
    expect(page.match(/-->/g)).toHaveLength(1);
  });
});
