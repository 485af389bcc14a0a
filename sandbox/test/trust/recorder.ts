/** Records what clients of two sandboxes sent and saw, piece by piece. */
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Input, Output, PieceModel, PieceOperation } from './models.ts';

export interface Response {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests read any field
  readonly body: any;
}

/** A piece of state with its operations. */
export interface Piece {
  readonly model: PieceModel;
  readonly operations: PieceOperation[];
}

/** How long a client waits. Longer than a pause, and than what a sandbox waits for its store. Milliseconds. */
const PATIENCE = 20_000;

export class Recorder {
  readonly pieces = new Map<string, Piece>();
  readonly #token: string;
  readonly #urls: () => readonly string[];

  /** @param urls the addresses of the sandboxes, which change when one is started again */
  constructor(token: string, urls: () => readonly string[]) {
    this.#token = token;
    this.#urls = urls;
  }

  add(name: string, model: PieceModel): void {
    this.pieces.set(name, { model, operations: [] });
  }

  operationsOf(name: string): readonly PieceOperation[] {
    return this.pieces.get(name)?.operations ?? [];
  }

  /**
   * Sends a request to a sandbox, or to another one if no connection exists. Returns `undefined` if the outcome is unknown: the connection broke,
   * or the store could not be used.
   */
  async send(sandbox: number, method: string, path: string, body?: object): Promise<Response | undefined> {
    for (let at = sandbox; ; at++) {
      const urls = this.#urls();
      const headers = { authorization: `Bearer ${this.#token}`, 'content-type': 'application/json' };
      try {
        const response = await fetch(`${urls[at % urls.length]}${path}`, {
          method,
          headers,
          signal: AbortSignal.timeout(PATIENCE),
          ...(body && { body: JSON.stringify(body) }),
        });
        const text = await response.text();
        if (response.status >= 500) return undefined;
        return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
      } catch (error) {
        if (!isRefused(error)) return undefined;
        await sleep(5);
      }
    }
  }

  /** Sends a request, and records it as an operation on each piece of `inputs`. `see` returns what the response shows of a piece. */
  async operate(
    sandbox: number,
    request: readonly [method: string, path: string, body?: object],
    inputs: Readonly<Record<string, Input>>,
    see: (response: Response, piece: string) => unknown = () => undefined,
  ): Promise<Response | undefined> {
    const start = performance.now();
    const response = await this.send(sandbox, ...request);
    const end = response === undefined ? Number.POSITIVE_INFINITY : performance.now();
    for (const [name, input] of Object.entries(inputs)) {
      const output = response && outputOf(response, () => see(response, name));
      this.pieces.get(name)?.operations.push({ input, output, start, end });
    }
    return response;
  }
}

/** Only a success shows a value. */
function outputOf({ status }: Response, see: () => unknown): Output {
  const shown = status < 300 ? see() : undefined;
  return shown === undefined ? { status } : { status, shown };
}

const isRefused = (error: unknown): boolean =>
  error instanceof Error && (error.cause as NodeJS.ErrnoException | undefined)?.code === 'ECONNREFUSED';
