/** Commands that talk to a sandbox which runs elsewhere. */

import { printable } from '../codes/printable.js';
import { isObject, type JsonObject, stringAt } from '../contract/json.js';
import type { Options, Reader } from './arguments.js';

export const REMOTE_OPTIONS: Options = {
  url: { type: 'string', value: '<url>', help: 'the address of the sandbox (default http://127.0.0.1:4010)' },
  token: { type: 'string', value: '<token>', help: 'the account, of a sandbox with one per token' },
  json: { type: 'boolean', help: 'prints JSON' },
};

export interface Remote {
  /** The control API's response; its path is given below `/_sandbox/`. Throws one line when it is none or a refusal. */
  ask(method: string, path: string, body?: JsonObject): Promise<JsonObject>;
}

export function readRemote(read: Reader): Remote {
  const url = read.string('url') ?? 'http://127.0.0.1:4010';
  const token = read.string('token');
  if (!/^https?:\/\/[^\s@]+$/.test(url) || !URL.canParse(url)) {
    read.wrong('--url must be an address that begins with http:// or https://, without a user');
  }
  return createRemote(url, token);
}

function createRemote(url: string, token: string | undefined): Remote {
  const base = `${url.replace(/\/+$/, '')}/_sandbox/`;
  return {
    async ask(method, path, body) {
      const response = await fetch(base + path, {
        method,
        headers: {
          ...(method !== 'GET' && { 'content-type': 'application/json' }),
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }).catch((error: unknown) => {
        const code = stringAt(error instanceof Error ? error.cause : undefined, 'code') ?? 'no response';
        throw new Error(
          `no sandbox at ${url} (${code}): start one with payment-gateway sandbox, or name it with --url`,
        );
      });
      const returned: unknown = await response.json().catch(() => undefined);
      if (response.ok) return isObject(returned) ? returned : {};
      const errors = isObject(returned) && Array.isArray(returned.errors) ? returned.errors.map(String) : [];
      throw new Error(printable(errors.join(' ') || `${url} returned ${response.status}: is it a sandbox?`));
    },
  };
}

export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

export function printJson(value: unknown): void {
  print(JSON.stringify(value));
}

/** The one id that a command is about. */
export function readId(read: Reader, command: string): string {
  const [id = '', ...others] = read.positionals;
  if (!/^\d{1,15}$/.test(id)) read.wrong(`${command} needs an id, a whole number`);
  read.noMore(others, `${command} takes one id`);
  return id;
}

/** `2026-11-20T12:00:00.000Z transaction.status_changed 1001 paid`, and what became of its deliveries. */
export function eventLine({ id, time, name, object_id, payload, deliveries }: JsonObject): string {
  const states = Array.isArray(deliveries) ? deliveries.filter(isObject) : [];
  const told = states.map(({ url, state, attempts }) => {
    const tries = Array.isArray(attempts) ? attempts.filter(isObject) : [];
    const last = tries.at(-1);
    const why =
      last === undefined
        ? ''
        : ` (${last.status ?? last.error}, ${last.duration} ms${tries.length > 1 ? `, ${tries.length} tries` : ''})`;
    return `  ${state} ${url}${why}`;
  });
  const status = stringAt(payload, 'status');
  return [[id, time, name, object_id, status].filter((part) => part !== undefined).join(' '), ...told]
    .map((line) => printable(line))
    .join('\n');
}
