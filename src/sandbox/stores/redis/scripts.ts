import { createHash } from 'node:crypto';
import { HISTORY } from '../store.js';

export interface Script {
  readonly text: string;
  readonly digest: string;
}

const scriptOf = (text: string): Script => ({ text, digest: createHash('sha1').update(text).digest('hex') });

/** The rows of one reply: a limit on the time for which a script blocks the server. */
const PAGE = 2000;

/** For how long the server can tell a dropped account from a lost one. Seconds. */
const REMEMBER_DROP = 86_400;

/** How long a turn lasts if its process does not commit. Milliseconds. */
const TURN = 300;

/**
 * KEYS: `rows` is a hash of values, `order` and `gone` are sorted sets with the sequence of each row and each tombstone, `tags` is a list of the newest
 * commits' tags. `meta` has the current position, the turn, and `floor`: older positions need the whole account.
 * ARGV: a position's sequence and tag, and the sequence after which the page begins.
 */
const COMMON = `
local rows, order, gone, tags, meta = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local from, tag, cursor = tonumber(ARGV[1]), ARGV[2], tonumber(ARGV[3])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local head = redis.call('HMGET', meta, 'sequence', 'tag', 'floor', 'turn', 'turn_until')
local at, last, floor = tonumber(head[1] or 0), head[2] or '', tonumber(head[3] or 0)
local function changes(wait)
  if from > 0 and from == at and tag == last and cursor == at then
    return { 'rows', now, at, last, 0, 0, at, {}, {}, wait }
  end
  local known = from > 0 and from <= at and redis.call('LINDEX', tags, from - at - 1)
  local lost = from > at or (known and known ~= tag)
  local full = lost or not known or from < floor
  local start, to = full and 0 or cursor, at
  local keys = redis.call('ZRANGEBYSCORE', order, '(' .. start, '+inf', 'LIMIT', 0, ${PAGE})
  if #keys == ${PAGE} then
    to = tonumber(redis.call('ZSCORE', order, keys[${PAGE}]))
    for i, key in ipairs(redis.call('ZRANGEBYSCORE', order, to, to)) do keys[${PAGE} + i] = key end
  end
  local found = {}
  for first = 1, #keys, 1000 do
    for i, value in ipairs(redis.call('HMGET', rows, unpack(keys, first, math.min(first + 999, #keys)))) do
      found[#found + 1] = keys[first + i - 1]
      found[#found + 1] = value
    end
  end
  local deleted = full and {} or redis.call('ZRANGEBYSCORE', gone, '(' .. start, to)
  return { 'rows', now, at, last, full and 1 or 0, lost and 1 or 0, to, found, deleted, wait }
end`;

/** Returns one page of the changes after a position. */
export const CHANGES = scriptOf(`${COMMON}
return changes(0)`);

/**
 * Commits if the account is at the position; otherwise returns the first page of the changes. Running it twice commits once.
 *
 * ARGV goes on with: the new tag, the server time after which the script must not commit any more, the process, whether it asks for a turn, the mode
 * (`replace`, `drop` or neither), the wake time, the time of use, the account's name, the channel, the version. Then pairs of a marked key and a value: `+` sets the row,
 * `-` deletes it, `.` deletes it without a tombstone.
 */
export const COMMIT = scriptOf(`${COMMON}
local accounts, wakes, state = KEYS[6], KEYS[7], KEYS[8]
local token, deadline, process, want, mode, wake, used, account, channel, version = unpack(ARGV, 4, 13)
if at > from and redis.call('LINDEX', tags, from - at) == token then return { 'ok', now, from + 1 } end
if now > tonumber(deadline) then return { 'late', now } end
if mode == 'drop' then
  if at == 0 then return { 'ok', now, 0 } end
else
  local turn = tonumber(head[5] or 0) > now and head[4]
  local blocked = turn and turn ~= process
  if blocked or from ~= at or tag ~= last then
    if want == '1' and not turn then redis.call('HSET', meta, 'turn', process, 'turn_until', now + ${TURN}) end
    return changes(blocked and 1 or 0)
  end
end
at = at + 1
-- A server without memory refuses this command, and then nothing has changed.
redis.call('RPUSH', tags, token)
redis.call('HSET', meta, 'sequence', at, 'tag', token, 'turn_until', 0)
redis.call('LTRIM', tags, -${HISTORY}, -1)
redis.call('ZREMRANGEBYSCORE', gone, '-inf', at - ${HISTORY})
if mode ~= '' then
  redis.call('UNLINK', rows, order, gone)
  redis.call('HSET', meta, 'floor', at)
end
for i = 14, #ARGV, 2 do
  local mark, key = string.sub(ARGV[i], 1, 1), string.sub(ARGV[i], 2)
  if mark == '+' then
    redis.call('HSET', rows, key, ARGV[i + 1])
    redis.call('ZADD', order, at, key)
    redis.call('ZREM', gone, key)
  else
    redis.call('HDEL', rows, key)
    redis.call('ZREM', order, key)
    if mark == '-' then redis.call('ZADD', gone, at, key) end
  end
end
if wake == '' then redis.call('ZREM', wakes, account) else redis.call('ZADD', wakes, wake, account) end
if mode == 'drop' then
  redis.call('ZREM', accounts, account)
  redis.call('EXPIRE', tags, ${REMEMBER_DROP})
  redis.call('EXPIRE', meta, ${REMEMBER_DROP})
elseif redis.call('ZADD', accounts, 'NX', used, account) == 1 then
  redis.call('HSET', state, 'version', version)
  redis.call('PERSIST', tags)
  redis.call('PERSIST', meta)
end
redis.call('PUBLISH', channel, account)
return { 'ok', now, at }`);
