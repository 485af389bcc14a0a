import { afterAll, describe } from 'vitest';
import { RedisServer } from './redis-server.ts';

/** Tests that need a server. */
export function describeRedis(title: string, tests: () => void): void {
  describe(title, { tags: 'redis' }, tests);
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
