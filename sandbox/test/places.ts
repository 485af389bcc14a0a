/**
 * Places for the state of accounts: memory, a SQLite file, or Redis. Tests run in memory, and with `SANDBOX_STATE=file` or `redis` there:
 * `npm run check -- sandbox-file`, `… sandbox-redis`.
 */
import { afterAll, beforeAll, describe } from 'vitest';
import { openStore, type Store } from '../src/stores/index.js';
import { describeRedis, redisServers } from './stores/redis-server.js';
import { describeSqlite, temporaryFiles } from './stores/stores.js';

/** One place, empty at first. */
export interface Place {
  /** The value for `--state`: a file or an address. `undefined` means memory. */
  readonly state: string | undefined;
  /** Opens the place. Each process calls it once. */
  open(): Promise<Store | undefined>;
}

/** A place that several processes can open. */
export interface SharedPlace extends Place {
  readonly state: string;
  open(): Promise<Store>;
}

/** Returns a new place on each call. */
export type NewPlace<Kind extends Place = Place> = () => Kind;

const MEMORY: Place = { state: undefined, open: async () => undefined };

/** Declares tests that need only one process. */
export function describePlace(title: string, tests: (newPlace: NewPlace) => void): void {
  const place = process.env.SANDBOX_STATE;
  describe(`${title}, ${place ?? 'in memory'}`, () => tests(placesNamed(place)));
}

/** Runs tests in memory and on the places that several processes can open. */
export function describeEachPlace(title: string, tests: (newPlace: NewPlace) => void): void {
  describe(`${title}, in memory`, () => tests(() => MEMORY));
  describeSharedPlaces(title, tests);
}

/** Runs tests on the places that several processes can open. */
export function describeSharedPlaces(title: string, tests: (newPlace: NewPlace<SharedPlace>) => void): void {
  describeSqlite(`${title}, in a SQLite file`, () => tests(inFiles()));
  describeRedis(`${title}, on Redis`, () => tests(onRedis()));
}

/** Returns the place that `SANDBOX_STATE` names: `file`, `redis`, or memory. */
export function placesNamed(name: string | undefined): NewPlace {
  if (name === 'file') return inFiles();
  if (name === 'redis') return onRedis();
  return () => MEMORY;
}

export function inFiles(): NewPlace<SharedPlace> {
  const files = temporaryFiles();
  const open = closedAfterwards();
  return () => placeAt(files.next(), open);
}

/** Returns a place on Redis. By default the server does not write to disk, which most tests do not need. */
export function onRedis(options: readonly string[] = []): NewPlace<SharedPlace> {
  const servers = redisServers();
  const open = closedAfterwards();
  let address = '';
  beforeAll(async () => {
    address = (await servers.start(options)).address;
  });
  let count = 0;
  return () => placeAt(`${address}?prefix=place-${++count}`, open);
}

const placeAt = (state: string, open: (state: string) => Promise<Store>): SharedPlace => ({
  state,
  open: () => open(state),
});

/** Returns a function that opens stores. They are closed after the tests. */
function closedAfterwards(): (state: string) => Promise<Store> {
  const stores: Store[] = [];
  afterAll(() => Promise.all(stores.map((store) => store.close())));
  return async (state) => {
    const store = await openStore(state);
    stores.push(store);
    return store;
  };
}
