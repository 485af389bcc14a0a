/** No container engine runs where these tests run: the Dockerfile is read, and what it says is tried without one. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { startMockServer } from '../../src/mock/index.js';
import { DEFAULT_PORT } from '../../src/mock/options.js';

const file = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const dockerfile = readFileSync(file('.docker/Dockerfile'), 'utf8').replaceAll('\\\n', ' ');
const { name, bin, engines, peerDependencies, files } = JSON.parse(readFileSync(file('package.json'), 'utf8'));

/** The words after an instruction, each time it stands there. */
const instructions = (word: string) =>
  [...dockerfile.matchAll(new RegExp(`^ *${word} +(.*)$`, 'gm'))].map(([, rest]) => rest ?? '');
const list = (word: string) => JSON.parse((instructions(word)[0] ?? '').replace(/^.*?\[/, '[')) as string[];

describe('the Dockerfile', () => {
  test('starts from a Node that the package supports, and the same one in each stage', () => {
    const versions = instructions('FROM').map((from) => /^node:(\d+)-alpine/.exec(from)?.[1]);
    expect(new Set(versions).size).toBe(1);
    expect(Number(versions[0])).toBeGreaterThanOrEqual(Number(/\d+/.exec(engines.node)?.[0]));
  });

  test('installs the packages that the mock needs, as package.json has them', () => {
    const install = instructions('RUN').find((run) => run.startsWith('npm install')) ?? '';
    const installed = install.match(/\S+@\d\S*/g);
    expect(installed).toEqual(Object.entries(peerDependencies).map(([peer, version]) => `${peer}@${version}`));
    expect(instructions('RUN').every((run) => run.includes('--ignore-scripts'))).toBe(true);
  });

  test('does not run as root', () => {
    expect(dockerfile.indexOf('\nUSER node')).toBeGreaterThan(dockerfile.lastIndexOf('\nRUN'));
    expect(dockerfile.indexOf('\nUSER node')).toBeLessThan(dockerfile.indexOf('\nENTRYPOINT'));
  });

  test('listens on the port that it names', () => {
    expect(instructions('EXPOSE')).toEqual([String(DEFAULT_PORT)]);
    expect(list('HEALTHCHECK')[2]).toContain(`http://127.0.0.1:${DEFAULT_PORT}/_mock/health`);
  });

  test('asks after its health where the mock answers', async () => {
    await using mock = await startMockServer({ port: 0 });
    const check = (list('HEALTHCHECK')[2] ?? '').replace(`http://127.0.0.1:${DEFAULT_PORT}`, mock.url);
    const exits: number[] = [];
    await new Function('process', `return ${check}`)({ exit: (code: number) => exits.push(code) });
    expect(exits).toEqual([0]);
  });

  test('starts the command of the package', () => {
    const [node, main, command, ...options] = list('ENTRYPOINT');
    expect(node).toBe('node');
    expect(main).toBe(`node_modules/${name}/${bin['payment-gateway'].replace('./', '')}`);
    expect(files.some((folder: string) => bin['payment-gateway'].startsWith(`./${folder}`))).toBe(true);
    expect(command).toBe('mock');
    expect(options).toEqual(['--host', '0.0.0.0', '--docs']);
  });

  test('leaves out what is built or fetched anew', () => {
    const left = readFileSync(file('.docker/Dockerfile.dockerignore'), 'utf8').split('\n');
    expect(left).toEqual(expect.arrayContaining(['**/node_modules', '**/dist', '.git']));
    for (const needed of ['package-lock.json', 'openapi.yaml', 'redocly.yaml', 'src/tsconfig.json']) {
      expect(existsSync(file(needed))).toBe(true);
      expect(left).not.toContain(needed);
    }
  });
});
