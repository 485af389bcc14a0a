/** @module-tag endurance */
import { execFileSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { addressDocs, siteAddress } from '../../../src/docs/address.ts';
import { temporaryFolder } from '../../../test/temporary-folder.ts';
import { buildSite } from '../../docs/site.ts';
import { readSource } from '../../docs/source.ts';
import { releasedContracts } from '../../release/releases.ts';
import { readContract } from './contract.ts';

const folder = temporaryFolder('docs');
const out = join(folder, 'docs');
const read = (path: string) => readFile(join(out, path), 'utf8');

// Builds a repository with releases of an older documentation version, a preview, and a release of the newest
// version.
beforeAll(async () => {
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@example.com', ...args], { cwd: folder });
  git('init', '--quiet');
  for (const [tag, version] of [
    ['v0.1.0', '0.8.0'],
    ['v0.2.0-rc.1', '0.8.5'],
    ['v1.0.0', '1.0.0'],
  ] as const) {
    await writeFile(join(folder, 'openapi.yaml'), contractOf(version));
    git('add', 'openapi.yaml');
    git('commit', '--quiet', '--message', tag);
    git('tag', tag);
  }
  const older = releasedContracts(folder).map(({ text, evidence }) => readSource(text, evidence));
  await buildSite({ newest: readSource(contractOf('1.0.0')), older, out, cache: join(folder, 'cache') });
}, 300_000);

describe('docs of several versions', () => {
  test('have a folder for each older release, previews excluded', async () => {
    expect(await read('0.8.0/openapi.yaml')).toContain('version: 0.8.0');
    expect(await read('0.8.0/api/refundTransaction/index.html')).toContain('refundTransaction');
    await expect(read('0.8.5/index.html')).rejects.toThrow('ENOENT');
    await expect(read('0.8.0/pt-br/index.html')).rejects.toThrow('ENOENT');
  });

  test('link each version to the others', async () => {
    expect(await read('guides/versions/index.html')).toContain('href="../../0.8.0/"');
    expect(await read('0.8.0/guides/versions/index.html')).toContain('href="../../../"');
  });

  test('contain their address once it is known, in every place', async () => {
    const copy = join(folder, 'copy');
    cpSync(out, copy, { recursive: true });
    const site = siteAddress('https://docs.example/x/y');
    addressDocs(copy, site);
    addressDocs(copy, site);
    for (const path of ['', 'pt-br/', '0.8.0/', 'api/refundTransaction/']) {
      const page = await readFile(join(copy, path, 'index.html'), 'utf8');
      const own = `https://docs.example/x/y/${path}`;
      expect(page.split(`<link rel="canonical" href="${own}">`).length - 1, path).toBe(1);
      expect(page.split(`<meta property="og:url" content="${own}">`).length - 1, path).toBe(1);
      expect(page, path).toMatch(
        /<meta property="og:image" content="https:\/\/docs\.example\/x\/y\/(\S+\/)?preview\.png"/,
      );
    }
    const page = await readFile(join(copy, 'api/refundTransaction/index.html'), 'utf8');
    expect(page).toContain('hreflang="pt-BR" href="https://docs.example/x/y/pt-br/api/refundTransaction/"');
    expect(await readFile(join(copy, '0.8.0/llms.txt'), 'utf8')).toContain(
      '(https://docs.example/x/y/0.8.0/operations/refundtransaction.md)',
    );
  });
});

/** Returns the contract with two of its paths, as another version. */
function contractOf(version: string): string {
  const contract = readContract();
  contract.info.version = version;
  const kept = ['/v1/transactions', '/v1/transactions/{id}', '/v1/transactions/{id}/refund'];
  const paths = Object.entries(contract.paths).filter(([path]) => kept.includes(path));
  return stringify({ ...contract, paths: Object.fromEntries(paths) });
}
