/** A process of the shop that can die. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { GatewayClient } from 'payment-gateway-contract';

/** The calls of a dead process never settle, so that no code after them runs. */
const processes = new AsyncLocalStorage<AbortSignal>();

export const DIED = Symbol('died');

/** Runs a task in a process. Resolves with `DIED` if the process dies meanwhile. */
export function inProcess(died: AbortSignal, task: () => unknown): Promise<unknown> {
  return new Promise((resolve, reject) => {
    if (died.aborted) return resolve(DIED);
    const end = () => resolve(DIED);
    died.addEventListener('abort', end);
    const result = processes.run(died, async () => await task());
    result.then(resolve, reject).finally(() => died.removeEventListener('abort', end));
  });
}

/** Returns the signal that aborts when the process of the caller dies. */
export const deathSignal = (): AbortSignal | undefined => processes.getStore();

/** Returns a client whose calls never settle once their process is dead. */
export function clientOfProcess(client: GatewayClient): GatewayClient {
  return new Proxy(client, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function' || !['GET', 'POST', 'PUT', 'DELETE'].includes(String(name))) return value;
      return (...args: unknown[]) => whileAlive(() => value.apply(target, args));
    },
  });
}

function whileAlive(call: () => Promise<unknown>): Promise<unknown> {
  const died = deathSignal();
  if (died === undefined) return call();
  return new Promise((resolve, reject) => {
    if (died.aborted) return;
    call().then(
      (result) => !died.aborted && resolve(result),
      (error) => !died.aborted && reject(error),
    );
  });
}
