/** What the store asks for by name. Each returns what its caller is told. */
export const OPERATIONS = String.raw`
local operation = take()
-- What the process has seen of the account, and above which id a new account begins.
local seenEpoch, seenSequence, base = number(), number(), number()
local found = call('HMGET', meta, 'epoch', 'sequence', 'gone')
local epoch, sequence = tonumber(found[1] or 0), tonumber(found[2] or 0)
-- It was dropped. What is left of it passes away, unless it is used again.
local gone = found[3]
local lost = epoch < seenEpoch or (epoch == seenEpoch and sequence < seenSequence)

local function moved()
  sequence = call('HINCRBY', meta, 'sequence', 1)
end
local function revive()
  if not gone then return end
  call('PERSIST', meta)
  call('HDEL', meta, 'gone')
end
local function begin()
  if epoch > 0 then return end
  -- 1, or after a loss a number that no epoch and no lease had before.
  epoch = base - 1000 + 1
  call('HSET', meta, 'epoch', whole(epoch), 'sequence', 0, 'last_id', whole(base), 'last_event', 0, 'lease', whole(epoch))
end
local function conflict(why, index, holder) return { 'conflict', why, index, holder or 0 } end

-- Why the commit cannot be made. Indexes count from 1.
local function conflictOf(expected, removals, writes)
  if epoch ~= expected.epoch then return conflict('epoch', 0) end
  for index, object in ipairs(expected.objects) do
    local record = call('HGET', objects, object.kind .. '/' .. object.id)
    local version = record and string.match(record, '^%d+') or '0'
    if version ~= object.version then return conflict('object', index) end
  end
  for index, key in ipairs(expected.keys) do
    if (call('HGET', keys, key.kind .. '/' .. key.name) or '0') ~= key.id then return conflict('key', index) end
  end
  for index, document in ipairs(expected.documents) do
    local value = call('HGET', meta, 'document:' .. document.name)
    if (value and string.match(value, '^%d+') or '0') ~= document.version then return conflict('document', index) end
  end
  local free = {}
  for _, removal in ipairs(removals) do free[removal.kind .. '/' .. removal.id] = true end
  for _, write in ipairs(writes) do free[write.kind .. '/' .. write.id] = true end
  for index, write in ipairs(writes) do
    for name in each(write.names) do
      local holder = call('HGET', keys, write.kind .. '/' .. name)
      if holder and not free[write.kind .. '/' .. holder] then return conflict('taken', index, holder) end
    end
  end
end

local operations = {}

-- What works on an account begins with it.
function operations.head()
  begin()
  revive()
  return { 'ok', whole(epoch), whole(sequence), call('HGETALL', meta), gone and 1 or 0 }
end

function operations.reserve()
  begin()
  moved()
  local count = number()
  local last = call('HINCRBY', meta, 'last_id', count)
  return { 'ok', whole(epoch), whole(sequence), whole(last - count) }
end

function operations.commit()
  begin()
  local token, known = take(), all(take)
  local keep = number()
  local expected = {
    epoch = number(),
    objects = all(function() return { kind = take(), id = take(), version = take() } end),
    keys = all(function() return { kind = take(), name = take(), id = take() } end),
    documents = all(function() return { name = take(), version = take() } end),
  }
  local removals, writes, documents, news = all(reference), all(aWrite), all(aDocument), all(anEvent)
  -- It was made before its connection broke, and is asked for again.
  if call('HEXISTS', commits, token) == 1 then return { 'ok', whole(epoch), whole(sequence) } end
  local why = conflictOf(expected, removals, writes)
  if why then return why end
  for _, done in ipairs(known) do call('HDEL', commits, done) end
  -- Of processes that are gone.
  if call('HLEN', commits) > 1000 then call('DEL', commits) end
  call('HSET', commits, token, 1)
  for _, removal in ipairs(removals) do remove(removal.kind, removal.id) end
  putAll(writes, keep)
  for _, document in ipairs(documents) do
    local before = call('HGET', meta, 'document:' .. document.name)
    local version = tonumber(before and string.match(before, '^%d+') or 0) + 1
    call('HSET', meta, 'document:' .. document.name, whole(version) .. '\n' .. document.value)
  end
  for _, event in ipairs(news) do addEvent(whole(call('HINCRBY', meta, 'last_event', 1)), event, keep) end
  moved()
  return { 'ok', whole(epoch), whole(sequence) }
end

function operations.find()
  local kind, name = take(), take()
  local id = call('HGET', keys, kind .. '/' .. name)
  return { 'ok', id, id and call('HGET', objects, kind .. '/' .. id) }
end

function operations.list()
  local kind, group, offset, limit = take(), take(), number(), number()
  local ids, total = page(kind .. '/' .. group, offset, limit)
  local found = {}
  for index, id in ipairs(ids) do found[index] = call('HGET', objects, kind .. '/' .. id) end
  return { 'ok', total, ids, found }
end

function operations.next_due()
  local first = call('ZRANGE', due, 0, 0)[1]
  if not first then return { 'ok' } end
  local id, kind = whole(tonumber(string.sub(first, 1, 16))), string.sub(first, 17)
  return { 'ok', kind, id, call('HGET', objects, kind .. '/' .. id) }
end

function operations.event() return { 'ok', shownEvent(take()) } end

function operations.events()
  local ids, total = page('!events/' .. take(), number(), number())
  local found = {}
  for index, id in ipairs(ids) do found[index] = shownEvent(id) end
  return { 'ok', total, found }
end

-- Each receiver with the earliest time at which something may be claimed.
function operations.waiting()
  local found, from = { 'ok' }, '-'
  while true do
    local first = call('ZRANGEBYLEX', ready, from, '+', 'LIMIT', 0, 1)[1]
    if not first then return found end
    local receiver, at = string.match(first, '^([^\t]*)\t(%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d)')
    table.insert(found, receiver)
    table.insert(found, at)
    from = '(' .. receiver .. '\t:'
  end
end

function operations.claim()
  local receiver, now, untilTime, limit = take(), number(), take(), take()
  local latest = '(' .. receiver .. '\t' .. pad(whole(now + 1))
  local found = { 'ok' }
  for _, member in ipairs(call('ZRANGEBYLEX', ready, '[' .. receiver .. '\t', latest, 'LIMIT', 0, limit)) do
    local event, lane = string.match(member, '^[^\t]*\t%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d(%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d)(.*)$')
    event = idIn(event)
    local field = event .. '/' .. receiver
    local state, tries, _, _, notBefore, rest = fieldsOf(call('HGET', deliveries, field))
    local lease = whole(call('HINCRBY', meta, 'lease', 1))
    local record = table.concat({ state, tries, lease, untilTime, notBefore, rest }, '\n')
    call('HSET', deliveries, field, record)
    refresh(receiver, lane)
    table.insert(found, { event, record, call('HGET', events, event) })
  end
  return found
end

function operations.settle()
  local event, receiver, claimed, state = take(), take(), take(), take()
  local more, count, later = take(), number(), take()
  local field = event .. '/' .. receiver
  local record = call('HGET', deliveries, field)
  if not record then return { 'ok' } end
  local present, tries, lease, _, notBefore, rest = fieldsOf(record)
  if present ~= 'pending' or lease ~= claimed then return { 'ok' } end
  if more ~= '' then
    if string.sub(rest, -1) ~= '\n' then rest = rest .. ',' end
    rest = rest .. more
  end
  if later == '' then later = notBefore end
  record = table.concat({ state, whole(tonumber(tries) + count), '0', '0', later, rest }, '\n')
  call('HSET', deliveries, field, record)
  local lane = laneIn(rest)
  if state ~= 'pending' then call('ZREM', pending, laneOf(receiver, lane) .. pad(event)) end
  refresh(receiver, lane)
  return { 'ok' }
end

function operations.redeliver()
  local event, wanted = take(), all(aDelivery)
  if call('HEXISTS', events, event) == 0 then return { 'ok' } end
  for _, delivery in ipairs(wanted) do
    local before = call('HGET', deliveries, event .. '/' .. delivery.receiver)
    if not before then
      local receivers = call('HGET', deliveries, event)
      call('HSET', deliveries, event, receivers and receivers .. '\t' .. delivery.receiver or delivery.receiver)
      addDelivery(event, delivery)
    elseif fieldsOf(before) ~= 'pending' then
      -- A new record ends with no attempts.
      addDelivery(event, { receiver = delivery.receiver, record = delivery.record .. string.match(before, '([^\n]*)$') })
    end
  end
  return { 'ok' }
end

-- Who carries out what falls due, by the server's clock.
function operations.lead()
  local owner, duration = take(), number()
  -- Nothing falls due there.
  if gone then return { 'ok', 1 } end
  local time = call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  local leader, leased = call('HGET', meta, 'leader'), tonumber(call('HGET', meta, 'leader_until') or 0)
  if leader and leader ~= owner and leased > now then return { 'ok', 0 } end
  if duration > 0 then call('HSET', meta, 'leader', owner, 'leader_until', whole(now + duration))
  else call('HDEL', meta, 'leader', 'leader_until') end
  return { 'ok', 1 }
end

function operations.snapshot()
  begin()
  revive()
  return { 'ok', call('HGETALL', meta), call('HGETALL', objects), call('HGETALL', events), call('HGETALL', deliveries) }
end

local function clear()
  local lease = call('HGET', meta, 'lease')
  for index = 2, 11 do call('UNLINK', KEYS[index]) end
  call('DEL', meta)
  epoch = epoch + 1
  call('HSET', meta, 'epoch', whole(epoch), 'sequence', 0, 'last_id', 1000, 'last_event', 0, 'lease', lease)
  return { 'ok', whole(epoch), '0' }
end

function operations.reset()
  begin()
  revive()
  return clear()
end

-- Leaves for a day what tells processes that know the account that it is not lost.
function operations.drop()
  if epoch == 0 or gone then return { 'ok' } end
  clear()
  call('HSET', meta, 'gone', 1)
  call('EXPIRE', meta, 86400)
  return { 'ok' }
end

-- Builds up an account under names of its own, which pass away if nobody comes back for them.
function operations.fill()
  local keep = number()
  local fields = all(aDocument)
  putAll(all(aWrite), keep)
  for _, given in ipairs(all(function() return { id = take(), event = anEvent() } end)) do
    addEvent(given.id, given.event, keep)
  end
  for _, field in ipairs(fields) do
    local kind = string.match(field.name, '^dropped:(.*)$')
    if kind then dropped(kind, field.value) else call('HSET', meta, field.name, field.value) end
  end
  for _, key in ipairs(KEYS) do call('EXPIRE', key, 3600) end
  return { 'ok' }
end

-- The account that was built up takes the place of the present one.
function operations.swap()
  begin()
  revive()
  local lease = call('HGET', meta, 'lease')
  for index = 1, 11 do
    call('UNLINK', KEYS[index])
    if call('EXISTS', KEYS[11 + index]) == 1 then
      call('RENAME', KEYS[11 + index], KEYS[index])
      call('PERSIST', KEYS[index])
    end
  end
  epoch = epoch + 1
  call('HSET', meta, 'epoch', whole(epoch), 'sequence', 0, 'lease', lease)
  return { 'ok', whole(epoch), '0' }
end

-- The server has lost what this process had seen: ids go on above all that can have been given.
function operations.recover()
  if lost then
    epoch = math.max(epoch, seenEpoch) + 1
    local id = math.max(tonumber(call('HGET', meta, 'last_id') or 0), base)
    local lease = math.max(tonumber(call('HGET', meta, 'lease') or 0), base)
    local event = math.max(tonumber(call('HGET', meta, 'last_event') or 0), base)
    call('HSET', meta, 'epoch', whole(epoch), 'sequence', 0, 'last_id', whole(id), 'last_event', whole(event), 'lease', whole(lease))
    sequence = 0
  end
  return { 'ok', whole(epoch), whole(sequence) }
end

if lost and operation ~= 'recover' then return { 'lost' } end
return operations[operation]()
`;
