/**
 * Rehearses a release: `npm run check -- release`. It releases a copy of the repository twice, by the steps of the workflow, to a registry on this
 * machine, and uses the packages as their users do.
 */
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { startSandbox } from '../../../../sandbox/src/index.ts';
import { packageVersion } from '../../../../src/package-files.ts';
import { type Row, runRows } from '../../../../test/consumers/row.ts';
import { READMES } from '../../../release/install.ts';
import { FOLDERS } from '../../../release/pack.ts';
import { packageNames } from '../../packages/packed.ts';
import { commandsOf, paste } from './commands.ts';
import { managers, shopOf } from './managers.ts';
import { startRegistry } from './registry.ts';
import { copyRepository, prepare, release } from './releasing.ts';

// The npx that runs this program on Node 24 would tell each npx below it to use that package.
delete process.env.npm_config_package;

const folder = mkdtempSync(join(tmpdir(), 'rehearsal-'));
const FIRST = packageVersion();
const [major, minor, patch] = FIRST.split('-')[0]?.split('.').map(Number) ?? [];
const SECOND = `${major}.${minor}.${Number(patch) + 1}`;
const started = performance.now();
/** Two load two cores. */
const LANES = 2;
const report = (title: string, run: Row['run']) => runRows([{ title, run }], 1);

try {
  await using registry = await startRegistry(folder);
  await using sandbox = await startSandbox({ port: 0, log: 'silent' });
  const copy = join(folder, 'payment-gateway-contract');
  const shops = join(folder, 'shops');
  mkdirSync(shops);
  const env = {
    npm_config_registry: registry.url,
    npm_config_userconfig: join(folder, 'npmrc'),
    npm_config_cache: join(folder, 'npm'),
    npm_config_loglevel: 'error',
    npm_config_update_notifier: 'false',
    YARN_NPM_REGISTRY_SERVER: registry.url,
    YARN_UNSAFE_HTTP_WHITELIST: '127.0.0.1',
    YARN_GLOBAL_FOLDER: join(folder, 'yarn'),
    BUN_CONFIG_REGISTRY: registry.url,
    BUN_INSTALL_CACHE_DIR: join(folder, 'bun'),
  };
  const publish = (version: string) => async () => {
    prepare(copy, version);
    const tag = release(copy, version, registry, env);
    return tag === 'latest' ? undefined : `${version} is published as ${tag}`;
  };

  copyRepository(copy);
  await report(`the workflow publishes ${FIRST}`, publish(FIRST));
  const shown = await Promise.all(packageNames.map((name) => manifestOf(registry.url, name)));
  await report('the registry shows the READMEs of the release, and finds the folder of each package', async () => {
    const wrong = shown.filter(
      ({ readme, readmeFilename, repository }, index) =>
        readmeFilename !== 'README.md' ||
        /npm pack|<!-- install/.test(readme) ||
        (repository.directory ?? '') !== FOLDERS[index],
    );
    return wrong.length > 0 ? JSON.stringify(wrong) : undefined;
  });

  const used = Object.keys(managers).map((called) => ({ called, shop: shopOf(called, shops, env) }));
  const installations = used.map(({ called, shop }) => ({
    title: `${called} installs the packages`,
    run: async () => (await shop).install(),
  }));
  const pasted = READMES.filter(([file]) => file.endsWith('README.md')).map(([, one], index) => {
    const { name, readme } = shown[FOLDERS.indexOf(one)] ?? { name: one, readme: '' };
    const run = async () => {
      const problems = await paste(readme, join(folder, `readme-${index}`), sandbox.url, env);
      return problems.length > 0 ? problems.join('\n\n') : undefined;
    };
    return { title: `the ${commandsOf(readme).length} commands of the README of ${name}`, run };
  });
  await runRows([...installations, ...pasted], LANES);

  await report(`the workflow publishes ${SECOND}`, publish(SECOND));
  const updates = used.map(({ called, shop }) => ({
    title: `${called} updates all packages to ${SECOND}; the contract alone is refused`,
    run: async () => (await shop).update(FIRST, SECOND),
  }));
  await runRows(updates, LANES);
  await report(`the workflow, run again, publishes ${FIRST} no second time, and leaves the tag latest`, async () => {
    const tag = release(previous(), FIRST, registry, env);
    const { 'dist-tags': tags } = await packumentOf(registry.url, packageNames[0] ?? '');
    return tags.latest === SECOND && tag !== 'latest' ? undefined : `${tag}: ${JSON.stringify(tags)}`;
  });

  /** The copy as it was at the first version. */
  function previous(): string {
    prepare(copy, FIRST);
    return copy;
  }
} finally {
  if (process.exitCode) console.log(`The end of the log of the registry:\n${logEnd()}`);
  rmSync(folder, { recursive: true, force: true });
}
console.log(`${((performance.now() - started) / 1000).toFixed(0)} s`);

function logEnd(): string {
  return readFileSync(join(folder, 'registry.log'), 'utf8').split('\n').slice(-20).join('\n');
}

interface Packument {
  readonly 'dist-tags': Readonly<Record<string, string>>;
  readonly readme: string;
  readonly readmeFilename: string;
  readonly versions: Readonly<Record<string, { readonly repository: { readonly directory?: string } }>>;
}

async function packumentOf(url: string, name: string): Promise<Packument> {
  // Packing blocked this process, so that an open connection of fetch may have ended.
  const [response] = (await once(get(url + name, { agent: false }), 'response')) as [IncomingMessage];
  return (await json(response)) as Packument;
}

/** Returns what the page of a package is made of. */
async function manifestOf(url: string, name: string) {
  const { readme, versions, 'dist-tags': tags } = await packumentOf(url, name);
  const version = versions[tags.latest ?? ''] as Partial<Packument> & { readonly repository: { directory?: string } };
  return {
    name,
    readme: version.readme ?? readme,
    readmeFilename: version.readmeFilename,
    repository: version.repository,
  };
}
