import { randomBytes } from 'node:crypto';
import type { JsonObject } from '../../json.js';
import { StateVersionError, StoreUnavailable } from '../errors.js';
import { dropNotice, keepAccountsOf, keepOf } from '../keep.js';
import { Recent, Told } from '../recent.js';
import type {
  Claimed,
  Commit,
  CommitResult,
  Document,
  Head,
  Snapshot,
  Store,
  Stored,
  StoredEvent,
  StoreOptions,
} from '../store.js';
import { checkSnapshot, SNAPSHOT_FORMAT, STATE_VERSION } from '../version.js';
import { readRedisAddress } from './address.js';
import {
  commitArguments,
  conflictOf,
  conflictWithin,
  deliveryFields,
  eventFields,
  listOf,
  writeFields,
} from './commit.js';
import { Connection, isReply, type Send, unavailable } from './connection.js';
import { Keys } from './keys.js';
import { attemptsText, deliveryOf, eventOf, eventsOfObject, objectOf } from './records.js';
import { DIGEST, SCRIPT } from './script/script.js';
import { Witness } from './witness.js';

export interface RedisStoreOptions extends StoreOptions {
  /** Milliseconds for which processes wait for each other after the server was started. Default 400, longer than they take to connect again. */
  readonly grace?: number;
}

/** How often the server's clock and state are looked at. Milliseconds. */
const LOOK = 1000;

/** How many objects or events go to the server at once when an account is restored: fewer than hold it up noticeably. */
const CHUNK = 500;

/**
 * A store on a Redis or Valkey server, for any number of processes. It connects with the first call, which rejects with one line when the package
 * `@redis/client` is missing, a `StateVersionError` for the state of another version, a `StoreUnavailable` when the server cannot be used.
 *
 * @param address `redis://` or `rediss://`, with user, password, database and `?prefix=`; throws one line that repeats nothing of it when it makes no sense
 */
export function openRedisStore(address: string, options: RedisStoreOptions = {}): Store {
  const { onNotice = (line: string) => process.emitWarning(line), grace = 400 } = options;
  const keep = keepOf(options);
  const keepAccounts = keepAccountsOf(options);
  const noticeDrop = dropNotice(options);
  const where = readRedisAddress(address);
  const keys = new Keys(where.prefix);
  const witness = new Witness(where, keys, { onNotice, grace, keepAccounts });
  const connection = new Connection({ address: where, prepare: (send) => witness.prepare(send) });
  /** Identifies this process to the others. */
  const own = randomBytes(9).toString('base64url');
  const told = new Told(keepAccounts);
  /** By account: the commits whose outcome is known. */
  const known = new Recent<string[]>(keepAccounts);
  let commits = 0;
  let looking: NodeJS.Timeout | undefined;

  const send: Send = async (args) => {
    looking ??= setInterval(() => void witness.look(send).catch(() => {}), LOOK).unref();
    try {
      return await connection.send(args);
    } catch (error) {
      if (error instanceof StateVersionError) looking = void clearInterval(looking);
      throw isReply(error) && !isNoScript(error) ? unavailable(where, error) : error;
    }
  };

  const script = async (account: string, operation: string, args: readonly string[]): Promise<unknown[]> => {
    for (let tries = 0; tries < 3; tries++) {
      const command = witness.call(account, operation, args);
      const reply = await send(command).catch(async (error: unknown) => {
        if (!isNoScript(error)) throw error;
        await send(['SCRIPT', 'LOAD', SCRIPT]);
        return send(command);
      });
      if (!Array.isArray(reply)) throw new Error('the script returned no list');
      if (reply[0] !== 'lost') return reply;
      await witness.recover(send, account);
    }
    throw new StoreUnavailable(`the Redis server ${where.shown} cannot be used: it loses what is written to it`);
  };

  /** One that writes: the account is listed before there is anything of it. */
  const write = async (account: string, operation: string, args: readonly string[]): Promise<unknown[]> => {
    if (!told.has(account)) await list(account);
    return script(account, operation, args);
  };

  /** Lists the account as in use now, and drops others if it is one too many. */
  async function list(account: string): Promise<void> {
    const isNew = (await send(['ZADD', keys.accounts, String(witness.now()), account])) === 1;
    told.isDue(account);
    if (isNew) await dropSurplus();
  }

  async function dropSurplus(): Promise<void> {
    const surplus = Number(await send(['ZCARD', keys.accounts])) - keepAccounts;
    if (surplus <= 0) return;
    const oldest = await send(['ZRANGE', keys.accounts, '0', String(surplus - 1), 'WITHSCORES']);
    for (const [account, used] of pairs(oldest)) {
      await script(account, 'drop', []);
      await send(['EVAL', UNLIST, '1', keys.accounts, account, used]);
    }
    noticeDrop();
  }

  const marked = (account: string, reply: readonly unknown[]): number => {
    const [, epoch, sequence] = reply;
    witness.saw(account, { epoch: Number(epoch), sequence: Number(sequence) });
    return Number(epoch);
  };

  const part = (account: string, index: number): string => keys.of(account)[index] ?? '';

  async function accounts(): Promise<string[]> {
    return (await send(['ZRANGE', keys.accounts, '0', '-1'])) as string[];
  }

  async function head(account: string): Promise<Head> {
    const reply = await write(account, 'head', []);
    // Another process had dropped it.
    if (reply[4] === 1) await list(account);
    return { epoch: marked(account, reply), documents: documentsIn(pairs(reply[3])) };
  }

  async function commit(account: string, changes: Commit): Promise<CommitResult> {
    const refused = conflictWithin(changes);
    if (refused !== undefined) return refused;
    const token = `${own}:${++commits}`;
    const done = known.get(account) ?? [];
    known.delete(account);
    const reply = await write(account, 'commit', commitArguments(changes, keep, token, done));
    known.set(account, [...(known.get(account) ?? []), token]);
    if (reply[0] === 'conflict') return conflictOf(changes, reply);
    marked(account, reply);
    return { ok: true };
  }

  async function snapshot(account: string): Promise<Snapshot> {
    const [, meta, objects, events, deliveries] = await write(account, 'snapshot', []);
    const fields = pairs(meta);
    const records = pairs(deliveries);
    return {
      format: SNAPSHOT_FORMAT,
      version: STATE_VERSION,
      lastId: Number(fields.get('last_id')),
      lastEvent: Number(fields.get('last_event')),
      documents: Object.fromEntries(Object.entries(documentsIn(fields)).map(([name, { value }]) => [name, value])),
      dropped: Object.fromEntries(named(fields, 'dropped:').map(([kind, id]) => [kind, Number(id)])),
      objects: [...pairs(objects)].map(objectAt).sort((a, b) => a.id - b.id),
      events: [...pairs(events)]
        .map(([id, record]) => {
          const receivers = (records.get(id) ?? '').split('\t').filter(Boolean);
          const own = receivers.flatMap((receiver) => [receiver, records.get(`${id}/${receiver}`) ?? '']);
          return eventFrom([id, record, ...own]);
        })
        .sort((a, b) => a.id - b.id),
    };
  }

  async function restore(account: string, saved: Snapshot): Promise<void> {
    const beside = keys.beside(account, randomBytes(9).toString('base64url'));
    const fill = async (fields: readonly string[][], objects: readonly Stored[], events: readonly StoredEvent[]) => {
      const args = [
        String(keep),
        ...listOf(fields, (field) => field),
        ...listOf(objects, writeFields),
        ...listOf(events, (event) => [String(event.id), ...eventFields(event)]),
      ];
      await send(['EVALSHA', DIGEST, String(beside.length), ...beside, 'fill', '0', '0', '0', ...args]);
    };
    await fill(
      [
        ['last_id', String(saved.lastId)],
        ['last_event', String(saved.lastEvent)],
        ...Object.entries(saved.documents).map(([name, value]) => [`document:${name}`, `1\n${JSON.stringify(value)}`]),
        ...Object.entries(saved.dropped).map(([kind, id]) => [`dropped:${kind}`, String(id)]),
      ],
      [],
      [],
    );
    for (const objects of chunks(saved.objects)) await fill([], objects, []);
    for (const events of chunks(saved.events)) await fill([], [], events);
    const present = keys.of(account);
    const [, , , ...rest] = witness.call(account, 'swap', []);
    await list(account);
    const reply = await send([
      'EVALSHA',
      DIGEST,
      String(2 * present.length),
      ...present,
      ...beside,
      ...rest.slice(present.length),
    ]);
    marked(account, reply as unknown[]);
  }

  return {
    shared: true,
    abreast: 16,
    now: () => witness.now(),
    used(account) {
      // A first write lists the account itself.
      if (told.has(account) && told.isDue(account)) void list(account).catch(() => {});
    },
    head,
    async read(account, kind, id) {
      const record = await send(['HGET', part(account, 1), `${kind}/${id}`]);
      return typeof record === 'string' ? objectOf(kind, id, record) : undefined;
    },
    async find(account, kind, key) {
      const [, id, record] = await script(account, 'find', [kind, JSON.stringify(key)]);
      return typeof record === 'string' ? objectOf(kind, Number(id), record) : undefined;
    },
    async list(account, kind, { group, offset, limit }) {
      const name = group === undefined ? '' : JSON.stringify(group);
      const [, total, ids, records] = await script(account, 'list', [kind, name, String(offset), String(limit)]);
      const items = (ids as string[]).map((id, index) =>
        objectOf(kind, Number(id), (records as string[])[index] ?? ''),
      );
      return { items, total: Number(total) };
    },
    dropped: async (account, kind) => Number((await send(['HGET', part(account, 0), `dropped:${kind}`])) ?? 0),
    async reserve(account, count) {
      const reply = await write(account, 'reserve', [String(count)]);
      const last = Number(reply[3]);
      return { epoch: marked(account, reply), ids: Array.from({ length: count }, (_, index) => last + index + 1) };
    },
    commit,
    async nextDue(account) {
      const [, kind, id, record] = await script(account, 'next_due', []);
      return typeof record === 'string' ? objectOf(String(kind), Number(id), record) : undefined;
    },
    async lead(account, duration) {
      const [, leads] = await script(account, 'lead', [own, String(duration)]);
      return leads === 1;
    },

    async event(account, id) {
      const [, shown] = await script(account, 'event', [String(id)]);
      return Array.isArray(shown) ? eventFrom(shown as string[]) : undefined;
    },
    async events(account, { object, offset, limit }) {
      const name = object === undefined ? '' : eventsOfObject(object.kind, object.id);
      const [, total, shown] = await script(account, 'events', [name, String(offset), String(limit)]);
      return { items: (shown as string[][]).map(eventFrom), total: Number(total) };
    },
    pending: async (account) => Number(await send(['ZCARD', part(account, 7)])),
    async waiting(names) {
      const replies = (names ?? (await accounts())).map(async (account) => {
        const [, ...found] = await script(account, 'waiting', []);
        return [...pairs(found)].map(([receiver, at]) => ({
          account,
          receiver: JSON.parse(receiver) as string,
          at: Number(at),
        }));
      });
      return (await Promise.all(replies)).flat();
    },
    async claim(account, receiver, { now, until, limit }) {
      const args = [JSON.stringify(receiver), now, until, limit].map(String);
      const [, ...claimed] = await script(account, 'claim', args);
      return claimed.flatMap((one): Claimed[] => {
        const [event = '', record = '', body] = one as string[];
        if (body === undefined || body === null) return [];
        const delivery = deliveryOf(Number(event), JSON.stringify(receiver), record);
        return [{ ...delivery, account, body: eventOf(Number(event), body) }];
      });
    },
    async settle({ account, event, receiver, lease }, { attempts, state, notBefore }) {
      const made = [attemptsText(attempts), String(attempts.length), notBefore === undefined ? '' : String(notBefore)];
      await script(account, 'settle', [String(event), JSON.stringify(receiver), String(lease), state, ...made]);
    },
    async redeliver(account, event, deliveries) {
      await script(account, 'redeliver', [String(event), ...listOf(deliveries, deliveryFields)]);
    },

    accounts,
    snapshot,
    async restore(account, saved) {
      checkSnapshot(saved);
      await restore(account, saved);
    },
    async reset(account) {
      marked(account, await write(account, 'reset', []));
    },
    close() {
      clearInterval(looking);
      connection.close();
    },
  };
}

/** Unlists an account, unless somebody has used it meanwhile. */
const UNLIST = `
if redis.call('ZSCORE', KEYS[1], ARGV[1]) == ARGV[2] then redis.call('ZREM', KEYS[1], ARGV[1]) end
`;

const isNoScript = (error: unknown): boolean => isReply(error) && error.message.startsWith('NOSCRIPT');

/** A hash as the server returns it: name, value, name, value. */
function pairs(flat: unknown): Map<string, string> {
  const found = new Map<string, string>();
  if (!Array.isArray(flat)) return found;
  for (let index = 0; index + 1 < flat.length; index += 2) found.set(String(flat[index]), String(flat[index + 1]));
  return found;
}

function named(fields: ReadonlyMap<string, string>, beginning: string): [string, string][] {
  return [...fields].flatMap(([name, value]) =>
    name.startsWith(beginning) ? [[name.slice(beginning.length), value] as [string, string]] : [],
  );
}

function documentsIn(fields: ReadonlyMap<string, string>): Record<string, Document> {
  return Object.fromEntries(
    named(fields, 'document:').map(([name, text]) => {
      const [version = '', value = ''] = text.split('\n');
      return [name, { version: Number(version), value: JSON.parse(value) as JsonObject }];
    }),
  );
}

function objectAt([ref, record]: readonly [string, string]): Stored {
  const [kind = '', id] = ref.split('/');
  return objectOf(kind, Number(id), record);
}

/** Its id and record, then each receiver with the record of its delivery. */
function eventFrom([id, record = '', ...deliveries]: readonly string[]): StoredEvent {
  const event = Number(id);
  const shown = [...pairs(deliveries)].map(([receiver, text]) => {
    const { lease: _, ...delivery } = deliveryOf(event, receiver, text);
    return delivery;
  });
  return { ...eventOf(event, record), deliveries: shown };
}

function* chunks<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  for (let index = 0; index < items.length; index += CHUNK) yield items.slice(index, index + CHUNK);
}
