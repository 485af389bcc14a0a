/** Where the state of an account can live: in memory, in a SQLite file, on Redis. The same tests run on each. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe } from 'vitest';
import { openStore, type Store } from '../../src/sandbox/stores/index.js';
import { describeRedis, redisServers } from './store/redis-fixtures.js';

const hasSqlite = process.getBuiltinModule?.('node:sqlite' as 'node:fs') !== undefined;
const WHY = hasSqlite ? '' : ` (skipped: Node ${process.versions.node} has no node:sqlite)`;

/** One place, empty at first. Each call opens it for another process; `undefined` means memory. */
export type Place = () => Promise<Store | undefined>;

/** Returns a new place on each call. */
export type NewPlace = () => Place;

export function describeEachPlace(title: string, tests: (newPlace: NewPlace) => void): void {
  describe(`${title}, in memory`, () => tests(() => async () => undefined));
  describeSharedPlaces(title, tests);
}

/** Places that several processes can open. */
export function describeSharedPlaces(title: string, tests: (newPlace: NewPlace) => void): void {
  describe.skipIf(!hasSqlite)(`${title}, in a SQLite file${WHY}`, () => tests(inFiles()));
  describeRedis(`${title}, on Redis`, () => tests(onRedis()));
}

/** The places that `SANDBOX_STATE` names: `file`, `redis`, or memory. */
export function placesNamed(name: string | undefined): NewPlace {
  if (name === 'file') return inFiles();
  if (name === 'redis') return onRedis();
  return () => async () => undefined;
}

function inFiles(): NewPlace {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-places-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  let count = 0;
  const open = closedAfterwards();
  return () => {
    const file = join(folder, `${++count}.db`);
    return () => open(file);
  };
}

function onRedis(): NewPlace {
  const servers = redisServers();
  let address = '';
  beforeAll(async () => {
    // These tests do not depend on the disk.
    address = (await servers.start([])).address;
  });
  let count = 0;
  const open = closedAfterwards();
  return () => {
    const prefix = `place-${++count}`;
    return () => open(`${address}?prefix=${prefix}`);
  };
}

function closedAfterwards(): (address: string) => Promise<Store> {
  const stores: Store[] = [];
  afterAll(() => Promise.all(stores.map((store) => store.close())));
  return async (address) => {
    const store = await openStore(address);
    stores.push(store);
    return store;
  };
}
