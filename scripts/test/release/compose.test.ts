import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { flagOf } from '../../../core/src/util/option-table.ts';
import { SANDBOX_OPTIONS } from '../../../sandbox/src/options/sandbox-options.ts';
import { readRedisAddress } from '../../../sandbox/src/stores/index.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const FILE = '.docker/compose.yaml';

describe('the compose file', () => {
  const { services, configs, volumes } = parse(readFileSync(root + FILE, 'utf8'), { merge: true });

  test('starts two sandboxes with one state, one Valkey that keeps it, and one address', () => {
    expect(Object.keys(services)).toEqual(['one', 'two', 'valkey', 'balancer']);
    expect(services.one).toEqual(services.two);
    const state = /\$\{PAYMENT_GATEWAY_STATE:-(.*)\}/.exec(services.one.environment.PAYMENT_GATEWAY_STATE)?.[1] ?? '';
    expect(readRedisAddress(state)).toMatchObject({ shown: 'redis://valkey:6379', prefix: 'sandbox' });
    expect(services.valkey.command.join(' ')).toContain('--appendonly yes --appendfsync always');
    expect(Object.keys(volumes)).toEqual([services.valkey.volumes[0].split(':')[0]]);
    const published = Object.values<{ ports?: string[] }>(services).flatMap(({ ports = [] }) => ports);
    expect(published).toEqual(['127.0.0.1:4010:8080']);
    const balanced: string = configs[services.balancer.configs[0].source].content;
    expect(balanced.match(/server (one|two):4010/g)).toHaveLength(4);
    expect(services.one.command).toContain('http://127.0.0.1:4010');
    expect(existsSync(`${root}.docker/${services.one.build.context}/${services.one.build.dockerfile}`)).toBe(true);
  });

  test('locks each container: no writes but to volumes and memory, no further rights', () => {
    for (const service of Object.values(services)) {
      expect(service).toMatchObject({
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
      });
    }
    // Valkey and nginx would start as root, and could not change to another user.
    expect([services.valkey.user, services.balancer.user]).toEqual(['valkey', 'nginx']);
  });

  test('takes the webhook handler and the kind of accounts from variables that the sandbox reads', () => {
    const variables = [SANDBOX_OPTIONS.webhook.variable, SANDBOX_OPTIONS.accounts.variable];
    for (const name of variables) expect(services.one.environment[name]).toMatch(new RegExp(`^\\$\\{${name}:-`));
  });

  test('and the command that the image documents publish on this machine only', () => {
    const image = readFileSync(`${root}.docker/Dockerfile`, 'utf8');
    const commands = image.match(/docker run .*/g) ?? [];
    expect(commands.length).toBeGreaterThan(0);
    for (const command of commands) expect(command).toMatch(/ -p 127\.0\.0\.1:\d+:\d+ /);
  });

  test('passes only options that the sandbox has', () => {
    const flags = Object.entries(SANDBOX_OPTIONS).map(([name, option]) => `--${flagOf(name, option)}`);
    const given = [...services.one.entrypoint, ...services.one.command].filter((word: string) => word.startsWith('--'));
    expect(given.length).toBeGreaterThan(3);
    expect(flags).toEqual(expect.arrayContaining(given));
  });

  test('is checked before a release', () => {
    const release = readFileSync(`${root}.github/workflows/release.yml`, 'utf8');
    expect(release).toContain(`docker compose --file ${FILE} config --quiet`);
  });
});
