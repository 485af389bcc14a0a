/** Reads arguments one by one; ids, and lists of them as ranges of one sorted set, so that a page far down is found by its rank. */
export const LISTS = String.raw`
local call = redis.call
local meta, objects, keys, lists, due, events = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5], KEYS[6]
local deliveries, pending, ready, lanes, commits = KEYS[7], KEYS[8], KEYS[9], KEYS[10], KEYS[11]

local position = 0
local function take()
  position = position + 1
  return ARGV[position]
end
local function number() return tonumber(take()) end
local function all(read)
  local found = {}
  for index = 1, number() do found[index] = read() end
  return found
end

-- tostring() would round what has more than 14 digits.
local function whole(value) return string.format('%.0f', value) end
local function pad(digits) return string.rep('0', 16 - #digits) .. digits end
local function idIn(member) return whole(tonumber(string.sub(member, -16))) end
local function each(names) return string.gmatch(names, '[^\t]+') end

-- After the digits comes the colon, so that a range of names ends there.
local function size(list) return call('ZLEXCOUNT', lists, '[' .. list .. '0', '(' .. list .. ':') end
local function join(list, id) call('ZADD', lists, 0, list .. pad(id)) end
local function leave(list, id) call('ZREM', lists, list .. pad(id)) end
local function oldest(list)
  return idIn(call('ZRANGEBYLEX', lists, '[' .. list .. '0', '(' .. list .. ':', 'LIMIT', 0, 1)[1])
end
-- Newest first.
local function page(list, offset, limit)
  local total = size(list)
  local ids = {}
  if offset >= total or limit < 1 then return ids, total end
  local behind = call('ZLEXCOUNT', lists, '[' .. list .. ':', '+')
  local last = math.min(offset + limit, total) - 1
  for index, member in ipairs(call('ZREVRANGE', lists, whole(behind + offset), whole(behind + last))) do
    ids[index] = idIn(member)
  end
  return ids, total
end
`;
