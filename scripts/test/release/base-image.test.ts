/** The release resolves the tag of the base image, and ends if it moved since the last release. A registry of the test replaces the real ones. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { listen } from '../../../test/listen.ts';
import { temporaryFolder } from '../../../test/temporary-folder.ts';

interface Step {
  readonly id?: string;
  readonly run?: string;
}

const { jobs } = parse(readFileSync('.github/workflows/release.yml', 'utf8')) as {
  jobs: Record<string, { readonly steps: readonly Step[]; readonly outputs?: Record<string, string> }>;
};
const script = jobs.image?.steps.find(({ id }) => id === 'base')?.run ?? '';

const digestOf = (text: string): string => `sha256:${createHash('sha256').update(text).digest('hex')}`;
const [OLD, NEW] = ['old', 'new'].map(digestOf) as [string, string];

/** The last image does not name its base. */
const UNLABELED = 'unlabeled';

/** Starts the registries: one has the base image, the other the image of the last release, if there is one. */
async function registry(base: string, last: string | undefined, status = 404) {
  const label = last === UNLABELED ? undefined : last;
  const labels = { 'org.opencontainers.image.base.name': 'node', 'org.opencontainers.image.base.digest': label };
  const config = JSON.stringify({ architecture: 'amd64', config: { Labels: labels } });
  const image = JSON.stringify({
    schemaVersion: 2,
    config: { digest: digestOf(config), size: 1 },
    layers: [{ digest: OLD }],
  });
  const index = JSON.stringify({ manifests: [{ digest: digestOf(image) }, { digest: NEW }] });
  const answers: Record<string, string> = {
    '/v2/owner/name/manifests/latest': index,
    [`/v2/owner/name/manifests/${digestOf(image)}`]: image,
    [`/v2/owner/name/blobs/${digestOf(config)}`]: config,
  };
  const server = createServer(({ url = '', headers }, response) => {
    if (url.startsWith('/token')) return response.end(JSON.stringify({ token: `pull ${url}` }));
    if (!headers.authorization?.startsWith('Bearer pull')) return response.writeHead(401).end();
    if (url === '/v2/library/node/manifests/24-alpine')
      return response.setHeader('Docker-Content-Digest', base).end('{}');
    const answer = last === undefined ? undefined : answers[url];
    return answer === undefined ? response.writeHead(status).end() : response.end(answer);
  });
  return listen(server);
}

/** Runs the step as GitHub does. Returns its status, its log and its output. */
async function resolve(url: string, accepted = '') {
  const cwd = temporaryFolder('base-image');
  const output = join(cwd, 'output');
  const env = {
    PATH: process.env.PATH,
    ...{ GITHUB_OUTPUT: output, GITHUB_REF_NAME: 'v1.0.1', GITHUB_REPOSITORY: 'Owner/Name', GITHUB_ACTOR: 'me' },
    ...{ TOKEN: 'secret', ACCEPTED: accepted, HUB_AUTH: url, HUB: url, GHCR: url },
  };
  const words = ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script];
  return new Promise<{ isDone: boolean; printed: string; output: string }>((done) => {
    execFile('bash', words, { cwd, env }, (error, stdout) =>
      done({
        isDone: error === null,
        printed: stdout,
        output: existsSync(output) ? readFileSync(output, 'utf8') : '',
      }),
    );
  });
}

describe('the base image of a release', { tags: 'curl' }, () => {
  test.each([
    ['that the tag still names', OLD, OLD],
    ['of the first release', OLD, undefined],
  ])('%s is handed on by its digest', async (_name, base, last) => {
    expect(await resolve(await registry(base, last))).toEqual({ isDone: true, printed: '', output: `base=${base}\n` });
  });

  test('ends the release if the tag moved, and names both digests', async () => {
    const { isDone, printed, output } = await resolve(await registry(NEW, OLD));
    expect([isDone, output]).toEqual([false, '']);
    expect(printed).toContain(`was ${OLD} in the last release and is ${NEW} now`);
  });

  test('may move to a digest that somebody accepted', async () => {
    expect((await resolve(await registry(NEW, OLD), NEW)).output).toBe(`base=${NEW}\n`);
  });

  test.each([
    ['its image cannot be read', undefined, 'the registry answered 403'],
    ['its image does not name it', UNLABELED, 'the image has no label'],
  ])('of the last release is unknown if %s, so somebody has to accept the digest', async (_name, last, reason) => {
    const url = await registry(OLD, last, 403);
    const { isDone, printed } = await resolve(url);
    expect([isDone, printed]).toEqual([false, expect.stringContaining(`was unknown, because ${reason},`)]);
    expect(await resolve(url, OLD)).toMatchObject({ isDone: true, output: `base=${OLD}\n` });
  });
});

test('each stage of the image starts from the image that the release resolves, or from another stage', () => {
  const dockerfile = readFileSync('.docker/Dockerfile', 'utf8');
  const bases = Array.from(dockerfile.matchAll(/^FROM (?:--\S+ )*(\S+)/gm), ([, image]) => image);
  expect(new Set(bases)).toEqual(new Set(['node:24-alpine']));
  expect(script).toContain('/library/node/manifests/24-alpine');
});

test('the notes of the release name the base image by its digest', () => {
  const scripts = jobs.notes?.steps?.map(({ run }) => run).join('');
  expect(scripts).toContain('Base image: docker.io/library/node:24-alpine@$BASE');
  expect(jobs.image?.outputs).toEqual({ base: expect.stringContaining('steps.base.outputs.base') });
});

test('updates of packages, images and actions are proposed', () => {
  const { updates } = parse(readFileSync('.github/dependabot.yml', 'utf8')) as {
    updates: { readonly 'package-ecosystem': string }[];
  };
  expect(updates.map((one) => one['package-ecosystem']).sort()).toEqual(['docker', 'github-actions', 'npm']);
});
