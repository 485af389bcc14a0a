import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@redis/client';
import { afterAll, describe } from 'vitest';
import { freePort } from '../../../test/free-port.ts';
import { programPath } from '../../../test/programs.ts';

/** Declares tests that need a Redis or Valkey server. */
export function describeRedis(title: string, tests: () => void): void {
  describe(title, { tags: 'redis' }, tests);
}

/** Returns a function that starts servers. They stop after the tests. */
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

/** A real server with a data folder. By default it syncs every commit to disk. */
export class RedisServer {
  readonly port: number;
  readonly #folder = mkdtempSync(join(tmpdir(), 'stores-redis-'));
  readonly #options: readonly string[];
  #child: ChildProcess | undefined;

  private constructor(port: number, options: readonly string[]) {
    this.port = port;
    this.#options = options;
  }

  static async start(options: readonly string[] = ['--appendonly', 'yes', '--appendfsync', 'always']) {
    const server = new RedisServer(await freePort(), options);
    await server.start();
    return server;
  }

  get address(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  get process(): ChildProcess {
    if (this.#child === undefined) throw new Error('the server is not running');
    return this.#child;
  }

  /** Starts or restarts the server. Resolves when it accepts commands. */
  async start(): Promise<void> {
    const where = ['--bind', '127.0.0.1', '--port', String(this.port), '--dir', this.#folder, '--save', ''];
    const child = spawn(programPath('redis'), [...where, ...this.#options], { stdio: ['ignore', 'pipe', 'inherit'] });
    this.#child = child;
    await new Promise<void>((resolve, reject) => {
      child.stdout.on('data', (text) => String(text).includes('Ready to accept connections') && resolve());
      child.once('exit', (code) => reject(new Error(`the Redis server ended with ${code}`)));
    });
  }

  async kill(): Promise<void> {
    const child = this.process;
    this.#child = undefined;
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  /** Copies the data of a stopped server. Returns a function that puts the copy back. */
  copy(): () => void {
    const copy = `${this.#folder}-copy`;
    cpSync(this.#folder, copy, { recursive: true });
    return () => {
      rmSync(this.#folder, { recursive: true });
      cpSync(copy, this.#folder, { recursive: true });
      rmSync(copy, { recursive: true });
    };
  }

  /** Sends a command like `redis-cli`. */
  async command(...args: string[]): Promise<unknown> {
    const client = createClient({ url: this.address, RESP: 2 });
    await client.connect();
    try {
      return await client.sendCommand(args);
    } finally {
      client.destroy();
    }
  }

  async remove(): Promise<void> {
    if (this.#child !== undefined) await this.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
