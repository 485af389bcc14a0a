/** Tells a state file from the SQLite files of other programs: "pgcs". */
export const APPLICATION_ID = 0x70676373;

/** How many neighbouring ids share a count, so that a page far down a list is found without walking over all before it. */
export const PIECE = 1024;

/** The piece that counts the whole list. */
export const WHOLE = -1;

/** The list of all events. No kind has a name that begins with `!`. */
export const EVENTS = '!events';

export const SCHEMA = `
CREATE TABLE accounts (
  -- Never given again, because other processes remember it.
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL UNIQUE,
  epoch INTEGER NOT NULL,
  last_id INTEGER NOT NULL,
  last_event INTEGER NOT NULL,
  documents TEXT NOT NULL,
  -- When somebody worked with it last, in milliseconds of real time.
  used INTEGER NOT NULL
);
-- One row: the greatest epoch of an account that was dropped.
CREATE TABLE drops (epoch INTEGER NOT NULL);
INSERT INTO drops VALUES (0);
CREATE TABLE objects (
  account INTEGER NOT NULL,
  kind TEXT NOT NULL,
  id INTEGER NOT NULL,
  version INTEGER NOT NULL,
  value TEXT NOT NULL,
  hidden TEXT NOT NULL,
  groups TEXT NOT NULL,
  keys TEXT NOT NULL,
  due INTEGER,
  PRIMARY KEY (account, kind, id)
);
CREATE INDEX objects_due ON objects (account, due, id) WHERE due IS NOT NULL;
CREATE TABLE keys (
  account INTEGER NOT NULL, kind TEXT NOT NULL, key TEXT NOT NULL, id INTEGER NOT NULL,
  PRIMARY KEY (account, kind, key)
) WITHOUT ROWID;
CREATE TABLE dropped (
  account INTEGER NOT NULL, kind TEXT NOT NULL, id INTEGER NOT NULL,
  PRIMARY KEY (account, kind)
) WITHOUT ROWID;

CREATE TABLE members (
  account INTEGER NOT NULL, list TEXT NOT NULL, id INTEGER NOT NULL,
  PRIMARY KEY (account, list, id)
) WITHOUT ROWID;
CREATE TABLE pieces (
  account INTEGER NOT NULL, list TEXT NOT NULL, piece INTEGER NOT NULL, size INTEGER NOT NULL,
  PRIMARY KEY (account, list, piece)
) WITHOUT ROWID;
CREATE TRIGGER member_joined AFTER INSERT ON members BEGIN
  INSERT INTO pieces VALUES (new.account, new.list, new.id / ${PIECE}, 1)
    ON CONFLICT DO UPDATE SET size = size + 1;
  INSERT INTO pieces VALUES (new.account, new.list, ${WHOLE}, 1)
    ON CONFLICT DO UPDATE SET size = size + 1;
END;
CREATE TRIGGER member_left AFTER DELETE ON members BEGIN
  UPDATE pieces SET size = size - 1 WHERE account = old.account AND list = old.list AND piece = old.id / ${PIECE};
  DELETE FROM pieces WHERE account = old.account AND list = old.list AND piece = old.id / ${PIECE} AND size = 0;
  UPDATE pieces SET size = size - 1 WHERE account = old.account AND list = old.list AND piece = ${WHOLE};
  DELETE FROM pieces WHERE account = old.account AND list = old.list AND piece = ${WHOLE} AND size = 0;
END;

CREATE TABLE events (
  account INTEGER NOT NULL,
  id INTEGER NOT NULL,
  time INTEGER NOT NULL,
  name TEXT NOT NULL,
  kind TEXT NOT NULL,
  object INTEGER NOT NULL,
  payload TEXT NOT NULL,
  PRIMARY KEY (account, id)
);
CREATE INDEX events_of ON events (account, kind, object, id);
CREATE TABLE deliveries (
  account INTEGER NOT NULL,
  event INTEGER NOT NULL,
  receiver TEXT NOT NULL,
  url TEXT NOT NULL,
  lane TEXT NOT NULL,
  copies INTEGER NOT NULL,
  not_before INTEGER NOT NULL,
  state TEXT NOT NULL,
  attempts TEXT NOT NULL,
  tries INTEGER NOT NULL,
  lease INTEGER NOT NULL,
  leased_until INTEGER NOT NULL,
  PRIMARY KEY (account, event, receiver)
);
CREATE INDEX deliveries_pending ON deliveries (account, receiver, lane, event) WHERE state = 'pending';
-- The first pending delivery of each lane, and when it may be claimed.
CREATE TABLE lanes (
  account INTEGER NOT NULL, receiver TEXT NOT NULL, lane TEXT NOT NULL, event INTEGER NOT NULL, ready_at INTEGER NOT NULL,
  PRIMARY KEY (account, receiver, lane)
) WITHOUT ROWID;
CREATE INDEX lanes_ready ON lanes (account, receiver, ready_at, event);
`;

/** Every table that holds something of an account by its number. */
export const TABLES_OF_ACCOUNTS = [
  'objects',
  'keys',
  'dropped',
  'members',
  'pieces',
  'events',
  'deliveries',
  'lanes',
] as const;
