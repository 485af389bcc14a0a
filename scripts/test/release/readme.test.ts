import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { INSTALL_TEXTS, isReleased, READMES, withInstallText } from '../../release/install.ts';
import { linksOf, publishedText } from '../../release/readme.ts';

const REPOSITORY = 'https://code.example/owner/name';
const read = (file: string) => readFileSync(file, 'utf8');

describe.each(READMES)('%s', (file, folder) => {
  const text = read(file);
  const published = publishedText(withInstallText(file, text, true), folder, REPOSITORY, 'v1.2.3');

  test('links to files of the repository', () => {
    const links = linksOf(text, folder);
    expect(links.length).toBeGreaterThan(0);
    expect(links.filter((path) => !existsSync(path))).toEqual([]);
  });

  test('links to the same files after the release', () => {
    const paths = [...published.matchAll(/\]\((\S+?)\)/g)].flatMap(([, url = '']) =>
      url.startsWith(REPOSITORY) ? new URL(url).pathname.replace(/^\/owner\/name\/(?:raw|blob)\/v1\.2\.3\//, '') : [],
    );
    expect(paths).toEqual(linksOf(text, folder));
    expect(linksOf(published, folder)).toEqual([]);
    expect(published).not.toContain('<!--');
  });

  test('names a program with npx only below the installation', () => {
    expect(text.search(/npx payment-gateway/)).toBeGreaterThan(text.indexOf('<!-- /install -->'));
  });
});

describe.each(INSTALL_TEXTS)('%s', (file) => {
  const text = read(file);
  const [before, after] = [false, true].map((released) => withInstallText(file, text, released)) as [string, string];

  test('is written for the switch of the repository', () => {
    expect(withInstallText(file, text, isReleased()) === text, `${file} is stale: run \`npm run generate\``).toBe(true);
  });

  test('is true before the first release and after it', () => {
    const unpublished = /npm pack|no (?:release|version) is published|ainda não há versão/i;
    expect(before).toMatch(unpublished);
    expect(after).not.toMatch(unpublished);
    expect(after).toMatch(/```sh\nnpm install (?:--save-dev )?payment-gateway-\w+\n```/);
  });
});

test('no command takes the contract out of the production dependencies of a shop', () => {
  const texts = INSTALL_TEXTS.flatMap((file) => [false, true].map((state) => withInstallText(file, read(file), state)));
  const commands = texts.flatMap((text) => text.match(/^npm install .*$/gm) ?? []);
  const dev = commands.filter((command) => /-D|--save-dev/.test(command) && command.includes('payment-gateway-'));
  expect(dev.length).toBeGreaterThan(5);
  expect(dev.filter((command) => /gateway-(?:contract-|contract$|contract |\[)/.test(command))).toEqual([]);
});

test('a file without the marks is refused', () => {
  expect(() => withInstallText('README.md', '# a', true)).toThrow('README.md: needs the marks <!-- install -->');
});

test('the README names the version of openapi-fetch that the package has, for package managers that hide it', () => {
  const { dependencies } = JSON.parse(read('package.json'));
  for (const file of ['README.md', 'LEIAME.md'])
    expect(read(file)).toContain(`\`npm install openapi-fetch@${dependencies['openapi-fetch']}\``);
});
