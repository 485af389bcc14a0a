import { createHash } from 'node:crypto';
import { HISTORY, TURN } from '../store.js';

const scriptOf = (text: string) => ({ text, digest: createHash('sha1').update(text).digest('hex') });

/** For how long the position of a dropped account tells it from a lost one. Milliseconds. */
const REMEMBER_DROP = 86_400_000;

/** The rows of one reply, which limits how long a script blocks the server. */
const PAGE = 2000;

/**
 * KEYS: `rows` is a hash of values, `order` and `gone` are sorted sets with the sequence of each row and each tombstone, `tags` is a list of the newest
 * commits' tags. `meta` has the current position, the turn, and the number of rows and tombstones. A server that evicts keys may evict only some of
 * them: then the numbers differ, and the account continues with the rows that are left, at a position that no process knows.
 * ARGV: a position's sequence and tag, and the sequence after which the page begins.
 */
const COMMON = `
local rows, order, gone, tags, meta = unpack(KEYS, 1, 5)
local from, tag, cursor = tonumber(ARGV[1]), ARGV[2], tonumber(ARGV[3])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local head = redis.call('HMGET', meta, 'sequence', 'tag', 'turn', 'turn_until', 'rows', 'gone')
local at, last = tonumber(head[1] or 0), head[2] or ''
local count, removed = redis.call('HLEN', rows), redis.call('ZCARD', gone)
local evicted = count ~= tonumber(head[5] or 0) or count ~= redis.call('ZCARD', order) or removed ~= tonumber(head[6] or 0)
  or (at == 0 and redis.call('LLEN', tags) > 0)
if evicted then
  at, last, head = 1, 'evicted-' .. time[1] .. '-' .. time[2], {}
  -- A server without memory refuses this first command, so that nothing is written.
  redis.call('RPUSH', tags, last)
  redis.call('LTRIM', tags, -1, -1)
  redis.call('UNLINK', order, gone, meta)
  -- Pages need different sequences. These fractions are exact as texts.
  local size = math.max(${PAGE}, math.ceil(count / 1024))
  for index, key in ipairs(redis.call('HKEYS', rows)) do redis.call('ZADD', order, math.ceil(index / size) / 1024, key) end
  redis.call('HSET', meta, 'sequence', at, 'tag', last, 'rows', count, 'gone', 0)
end
local function changes()
  if from > 0 and from == at and tag == last and cursor == at then return { 'rows', now, at, last, at, {} } end
  local known = from > 0 and from <= at and redis.call('LINDEX', tags, from - at - 1)
  local lost = evicted or from > at or (known and known ~= tag)
  local full = lost or not known
  local start, to, found = full and 0 or cursor, at, {}
  local keys = redis.call('ZRANGEBYSCORE', order, '(' .. start, '+inf', 'LIMIT', 0, ${PAGE})
  if #keys == ${PAGE} then
    to = tonumber(redis.call('ZSCORE', order, keys[${PAGE}]))
    for _, key in ipairs(redis.call('ZRANGEBYSCORE', order, to, to)) do keys[#keys + 1] = key end
  end
  for _, key in ipairs(keys) do found[#found + 1], found[#found + 2] = key, redis.call('HGET', rows, key) end
  local deleted = full and {} or redis.call('ZRANGEBYSCORE', gone, '(' .. start, to)
  for _, key in ipairs(deleted) do found[#found + 1], found[#found + 2] = key, false end
  return { lost and 'lost' or full and 'full' or 'rows', now, at, last, tostring(to), found }
end`;

/** Returns a page of the changes after a position. */
export const CHANGES = scriptOf(`${COMMON}
return changes()`);

/**
 * Commits if the account is at the position; otherwise returns the first page of the changes. Running it twice commits once.
 * ARGV continues with the commit as JSON, and pairs of a marked key and a value: `+` sets the row, `-` deletes it, `.` deletes it without a tombstone.
 */
export const COMMIT = scriptOf(`${COMMON}
local accounts, wakes, state = unpack(KEYS, 6, 8)
local commit = cjson.decode(ARGV[4])
if at > from and redis.call('LINDEX', tags, from - at) == commit.tag then return { 'ok', now, from + 1, commit.tag } end
if commit.drop then
  if at == 0 then return { 'ok', now } end
else
  -- A longer turn was given before the clock was set back.
  local left = tonumber(head[4] or 0) - now
  local mayCommit = left <= 0 or left > ${TURN} or head[3] == commit.process
  if not mayCommit or from ~= at or tag ~= last then
    if mayCommit and commit.turn then redis.call('HSET', meta, 'turn', commit.process, 'turn_until', now + ${TURN}) end
    return changes()
  end
end
at = at + 1
-- A server without memory refuses this first command, so that nothing is written.
redis.call('RPUSH', tags, commit.tag)
redis.call('HSET', meta, 'sequence', at, 'tag', commit.tag, 'turn_until', 0)
-- Without the tags before a replacement, older positions read the whole account.
redis.call('LTRIM', tags, commit.replace and -1 or -${HISTORY}, -1)
redis.call('ZREMRANGEBYSCORE', gone, '-inf', at - ${HISTORY})
if commit.replace then redis.call('UNLINK', rows, order, gone) end
for i = 5, #ARGV, 2 do
  local mark, key = string.sub(ARGV[i], 1, 1), string.sub(ARGV[i], 2)
  redis.call('ZREM', gone, key)
  if mark == '+' then
    redis.call('HSET', rows, key, ARGV[i + 1])
    redis.call('ZADD', order, at, key)
  else
    redis.call('HDEL', rows, key)
    redis.call('ZREM', order, key)
    if mark == '-' then redis.call('ZADD', gone, at, key) end
  end
end
redis.call('HSET', meta, 'rows', redis.call('HLEN', rows), 'gone', redis.call('ZCARD', gone))
if commit.wake then redis.call('ZADD', wakes, commit.wake, commit.account) else redis.call('ZREM', wakes, commit.account) end
if commit.drop then
  redis.call('ZREM', accounts, commit.account)
  for _, key in ipairs({ tags, meta }) do redis.call('PEXPIRE', key, ${REMEMBER_DROP}) end
elseif redis.call('ZADD', accounts, 'NX', commit.used, commit.account) == 1 then
  redis.call('HSET', state, 'version', commit.version)
  for _, key in ipairs({ tags, meta }) do redis.call('PERSIST', key) end
end
redis.call('PUBLISH', commit.channel, commit.account)
return { 'ok', now, at, commit.tag }`);
