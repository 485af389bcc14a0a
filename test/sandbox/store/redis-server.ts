import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@redis/client';
import { freePort } from '../../free-port.ts';
import { programPath } from '../../programs.ts';

/** A real server of its own, which keeps everything that it acknowledged. */
export class RedisServer {
  readonly port: number;
  readonly #folder = mkdtempSync(join(tmpdir(), 'sandbox-redis-'));
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
    if (this.#child === undefined) throw new Error('the server does not run');
    return this.#child;
  }

  /** A file of the server's folder. */
  file(name: string, content?: string): string {
    const path = join(this.#folder, name);
    if (content !== undefined) writeFileSync(path, content);
    return path;
  }

  /** Starts it, for the first time or again, and resolves when it takes commands. */
  async start(): Promise<void> {
    const where = ['--bind', '127.0.0.1', '--port', String(this.port), '--dir', this.#folder, '--save', ''];
    const child = spawn(programPath('redis'), [...where, ...this.#options], { stdio: ['ignore', 'pipe', 'inherit'] });
    this.#child = child;
    const { promise, resolve, reject } = withResolvers();
    child.stdout.on('data', (text) => String(text).includes('Ready to accept connections') && resolve());
    child.once('exit', (code) => reject(new Error(`the Redis server ended with ${code}`)));
    await promise;
  }

  async kill(): Promise<void> {
    const child = this.process;
    this.#child = undefined;
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  /** As `redis-cli`. */
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

function withResolvers() {
  let resolve = (): void => {};
  let reject = (_error: Error): void => {};
  const promise = new Promise<void>((onValue, onError) => {
    resolve = onValue;
    reject = onError;
  });
  return { promise, resolve, reject };
}
