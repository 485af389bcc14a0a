import { afterAll, describe } from 'vitest';
import { hasRedis, RedisServer } from './redis-server.ts';

const WHY = hasRedis ? '' : ' (skipped: neither redis-server nor valkey-server is installed)';
if (!hasRedis && process.env.CI) throw new Error('CI needs redis-server or valkey-server: .ci/run installs one');

/** Tests that need a server. */
export function describeRedis(title: string, tests: () => void): void {
  describe.skipIf(!hasRedis)(`${title}${WHY}`, tests);
}

/** Servers that are gone after the tests. */
export function redisServers(): { start(options?: readonly string[]): Promise<RedisServer> } {
  const started: RedisServer[] = [];
  afterAll(async () => {
    for (const server of started.splice(0)) await server.remove();
  });
  return {
    async start(options) {
      const server = await RedisServer.start(options);
      started.push(server);
      return server;
    },
  };
}
