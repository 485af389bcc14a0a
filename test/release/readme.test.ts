import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { linksOf, publishedReadme, READMES } from '../../scripts/release/readme.ts';

const REPOSITORY = 'https://code.example/owner/name';

describe.each(READMES)('%s', (file, folder) => {
  const text = readFileSync(file, 'utf8');
  const published = publishedReadme(text, folder, REPOSITORY, 'v1.2.3');

  test('links to files of the repository', () => {
    const links = linksOf(text, folder);
    expect(links.length).toBeGreaterThan(0);
    expect(links.filter((path) => !existsSync(path))).toEqual([]);
  });

  test('links to the same files after the release', () => {
    const paths = [...published.matchAll(/\]\((\S+?)\)/g)].flatMap(([, url = '']) =>
      url.startsWith(REPOSITORY) ? new URL(url).pathname.replace(/^\/owner\/name\/(?:raw|blob)\/v1\.2\.3\//, '') : [],
    );
    expect(paths).toEqual(linksOf(text, folder).map((path) => path));
    expect(linksOf(published, folder)).toEqual([]);
  });

  test('installs from a clone before the release, and from the registry after it', () => {
    expect(text.slice(0, text.indexOf('<!-- /install -->'))).toContain('npm pack');
    expect(published).not.toMatch(/npm pack|<!--/);
    expect(published).toMatch(/```sh\nnpm install (?:--save-dev )?payment-gateway-/);
  });

  test('names a program with npx only below a step that installs it', () => {
    expect(text.search(/npx payment-gateway/)).toBeGreaterThan(text.search(/npm install \S*(?: \S+)*\.tgz/));
  });
});

test('a README without the block is refused', () => {
  expect(() => publishedReadme('# a', '', REPOSITORY, 'v1')).toThrow('<!-- install -->');
});
