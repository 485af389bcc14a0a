import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { findings, type Job, type Workflow } from './workflow-rules.ts';

const root = new URL('../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');
const folder = '.github/workflows/';
const files = readdirSync(new URL(folder, root)).sort();
const workflow = (name: string) => parse(read(`${folder}${name}.yml`)) as Workflow;

describe('workflows', () => {
  it('are those for tests, docs and releases, and run at these events', () => {
    expect(Object.fromEntries(files.map((name) => [name, parse(read(`${folder}${name}`)).on]))).toEqual({
      'docs.yml': { workflow_call: null, workflow_dispatch: null },
      'release.yml': { push: { tags: ['v*'] } },
      'test.yml': { push: { branches: ['main'] }, pull_request: null },
    });
  });

  it.each(files)('%s keeps the rules', (name) => {
    expect(findings(read(`${folder}${name}`))).toEqual([]);
  });

  it('have these permissions and no others', () => {
    const permissions = files.flatMap((name) =>
      Object.entries(parse(read(`${folder}${name}`)).jobs as Workflow['jobs']).map(([job, { permissions }]) => [
        `${name} ${job}`,
        permissions,
      ]),
    );
    expect(Object.fromEntries(permissions)).toEqual({
      'docs.yml address': { pages: 'read' },
      'docs.yml build': { contents: 'read' },
      'docs.yml publish': { pages: 'write', 'id-token': 'write' },
      'release.yml build': {},
      'release.yml publish': { 'id-token': 'write' },
      'test.yml docs': { contents: 'read', pages: 'write', 'id-token': 'write' },
      'test.yml everything': { contents: 'read' },
      'test.yml node': { contents: 'read' },
    });
  });

  it('release nothing that a reader of Portuguese would find in English', () => {
    const commands = (workflow('release').jobs.build?.steps ?? []).map(({ run }) => run ?? '');
    const check = commands.indexOf('npm run docs:translations -- --complete');
    expect(check).toBeGreaterThan(-1);
    expect(check).toBeLessThan(commands.findIndex((command) => command.includes('npm pack')));
  });

  it('pin an action at one commit everywhere', () => {
    const pinned = new Set(files.flatMap((name) => read(`${folder}${name}`).match(/(?<=uses: )actions\S+/g) ?? []));
    const actions = [...pinned].map((action) => action.split('@')[0]);
    expect(actions).toEqual([...new Set(actions)]);
    expect(actions).toContain('actions/checkout');
  });

  it('run everything once for a push, and what depends on Node once for each other version', () => {
    const { everything, node, docs } = workflow('test').jobs;
    expect(commands(everything)).toEqual(['.ci/run']);
    expect(commands(docs)).toEqual([]);
    expect(docs?.needs).toEqual(['everything', 'node']);
    expect(commands(workflow('docs').jobs.build)).not.toContainEqual(expect.stringMatching(/vitest|npm test|\.ci/));
    const versions = node?.strategy?.matrix.node ?? [];
    const [oldest] = /\d+/.exec(JSON.parse(read('package.json')).engines.node) ?? [];
    expect(Math.min(...versions)).toBe(Number(oldest));
    expect(versions).not.toContain(
      everything?.steps?.find(({ with: given }) => given?.['node-version'])?.with?.['node-version'],
    );
  });

  it('choose the folders of tests that stand for a folder of the sources', () => {
    const [chosen = ''] = /\$\(.*\)/.exec(commands(workflow('test').jobs.node).at(-1) ?? '') ?? [];
    const folders = execFileSync('bash', ['-c', `echo ${chosen}`], { cwd: root, encoding: 'utf8' })
      .trim()
      .split(' ');
    expect(folders).toContain('test/client/');
    expect(folders.filter((path) => !existsSync(new URL(path, root)))).toEqual([]);
  });
});

describe('the rules', () => {
  const release = read(`${folder}release.yml`);
  const publishSteps = release.lastIndexOf('    steps:\n') + '    steps:\n'.length;
  const withStep = (step: string) => `${release.slice(0, publishSteps)}${step}\n${release.slice(publishSteps)}`;
  const commit = '0'.repeat(40);

  it.each([
    ['a tag', release.replace(/checkout@[0-9a-f]+/, 'checkout@v5'), 'actions/checkout@v5 is not pinned by commit'],
    [
      'a short commit',
      release.replace(/(checkout@[0-9a-f]{39})[0-9a-f]/, '$1'),
      /^actions\/checkout@\w{39} is not pinned/,
    ],
    ['no version', release.replace(' # v5.0.0', ''), /has no version beside it$/],
    [
      'permissions for all',
      release.replace('permissions: {}', 'permissions: write-all'),
      /^permissions: \{\} is missing/,
    ],
    ['a job without', release.replace('    permissions: {}\n', ''), 'build: names no permissions'],
    ['no timeout', release.replace('    timeout-minutes: 60\n', ''), 'build: has no timeout'],
    [
      'a token left behind',
      release.replace('persist-credentials: false', 'persist-credentials: true'),
      /leaves the token/,
    ],
    [
      'a cache of what is built',
      release.replace('package-manager-cache: false', 'cache: npm'),
      'build: hands on what a shared cache may have changed',
    ],
    [
      'a cache at the end',
      withStep(`      - uses: actions/cache@${commit} # v4.0.0`),
      'publish: publishes with a shared cache',
    ],
    [
      'one by default',
      withStep(`      - uses: actions/setup-node@${commit} # v6.0.0`),
      'publish: publishes with a shared cache',
    ],
    [
      'a checkout',
      withStep(`      - uses: actions/checkout@${commit} # v5.0.0`),
      'publish: has the repository where it may publish',
    ],
    ['a script', withStep('      - run: npm ci'), 'publish: runs where it may publish: npm ci'],
    ['scripts of a package', release.replace(' --ignore-scripts', ''), /runs where it may publish: npm publish/],
    [
      'one job for all',
      release.replace('    needs: build\n', ''),
      'publish: publishes what no job before it has built',
    ],
    [
      'an expression',
      release.replace('$GITHUB_REF_NAME', () => `$${'{{ github.ref_name }}'}`),
      'build: puts an expression into a script',
    ],
    [
      'an output that is none',
      release
        .replace('outputs.sha256 }}\n    steps', 'outputs.sha }}\n    steps')
        .replace('needs.build.outputs.sha256', 'needs.build.outputs.sha'),
      'publish: refers to needs.build.outputs.sha, which is not there',
    ],
    [
      'a step that is none',
      release.replace('id: pack', 'id: packed'),
      'build: refers to steps.pack.outputs.sha256, which is not there',
    ],
    ['a job that is none', release.replace('needs: build', 'needs: built'), 'publish: needs built, which is no job'],
  ])('find %s', (_, changed, finding) => {
    expect(changed).not.toBe(release);
    expect(findings(changed)).toContainEqual(typeof finding === 'string' ? finding : expect.stringMatching(finding));
  });
});

describe('the scripts of a release', () => {
  const { build, publish } = workflow('release').jobs;
  const scriptOf = (job: Job | undefined, part: string) => commands(job).find((run) => run.includes(part)) ?? '';

  /** Runs a script of the workflow as GitHub does, with an npm that only writes down what it is asked for. */
  function run(script: string, env: Record<string, string>, npm = 'echo "$@" >> npm.log') {
    const cwd = mkdtempSync(join(tmpdir(), 'release-'));
    writeFileSync(join(cwd, 'npm'), `#!/bin/sh\n${npm}\n`);
    chmodSync(join(cwd, 'npm'), 0o755);
    writeFileSync(join(cwd, 'package.tgz'), 'the package');
    const options = {
      cwd,
      encoding: 'utf8',
      env: { PATH: `${cwd}${delimiter}${process.env.PATH}`, GITHUB_OUTPUT: join(cwd, 'output'), ...env },
    } as const;
    const { status } = spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script], options);
    const written = (name: string) => (existsSync(join(cwd, name)) ? readFileSync(join(cwd, name), 'utf8') : '');
    return { status, npm: written('npm.log'), output: written('output') };
  }
  const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

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

  it('the package is handed on with its hash', () => {
    const npm = 'test "$1 $2" = "pack --pack-destination" && printf %s "packed by npm" > "$3/name-1.0.0.tgz"';
    expect(run(scriptOf(build, 'npm pack'), {}, npm)).toMatchObject({
      status: 0,
      output: `sha256=${sha256('packed by npm')}\n`,
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

function commands(job: Job | undefined): string[] {
  return job?.steps?.flatMap(({ run }) => run ?? []) ?? [];
}
