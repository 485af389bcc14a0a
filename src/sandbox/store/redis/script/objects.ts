/** Objects with their lists, unique keys and due times. */
export const OBJECTS = String.raw`
-- Due time, groups and keys of a record.
local function indexed(record) return string.match(record, '^%d+\n(%-?%d*)\n([^\n]*)\n([^\n]*)\n') end

local function free(kind, id, names)
  for name in each(names) do
    if call('HGET', keys, kind .. '/' .. name) == id then call('HDEL', keys, kind .. '/' .. name) end
  end
end

-- The keys that it had are free by now.
local function put(kind, id, record)
  local before = call('HGET', objects, kind .. '/' .. id)
  local at, groups, names = indexed(record)
  local atBefore, groupsBefore = '', ''
  if before then atBefore, groupsBefore = indexed(before) else join(kind .. '/', id) end
  if groups ~= groupsBefore then
    for group in each(groupsBefore) do leave(kind .. '/' .. group, id) end
    for group in each(groups) do join(kind .. '/' .. group, id) end
  end
  for name in each(names) do call('HSET', keys, kind .. '/' .. name, id) end
  if at ~= '' then call('ZADD', due, at, pad(id) .. kind)
  elseif atBefore ~= '' then call('ZREM', due, pad(id) .. kind) end
  call('HSET', objects, kind .. '/' .. id, record)
end

local function remove(kind, id)
  local record = call('HGET', objects, kind .. '/' .. id)
  if not record then return end
  local _, groups, names = indexed(record)
  call('HDEL', objects, kind .. '/' .. id)
  call('ZREM', due, pad(id) .. kind)
  leave(kind .. '/', id)
  for group in each(groups) do leave(kind .. '/' .. group, id) end
  free(kind, id, names)
end

local function dropped(kind, id)
  local before = tonumber(call('HGET', meta, 'dropped:' .. kind) or 0)
  if tonumber(id) > before then call('HSET', meta, 'dropped:' .. kind, id) end
end

-- In an order in which unique keys can pass from one to another.
local function putAll(writes, keep)
  for _, write in ipairs(writes) do
    local before = call('HGET', objects, write.kind .. '/' .. write.id)
    if before then
      local _, _, names = indexed(before)
      free(write.kind, write.id, names)
    end
  end
  local kinds = {}
  for _, write in ipairs(writes) do
    put(write.kind, write.id, write.record)
    kinds[write.kind] = true
  end
  for kind in pairs(kinds) do
    while size(kind .. '/') > keep do
      local id = oldest(kind .. '/')
      remove(kind, id)
      dropped(kind, id)
    end
  end
end

local function reference() return { kind = take(), id = take() } end
local function aWrite() return { kind = take(), id = take(), names = take(), record = take() } end
local function aDocument() return { name = take(), value = take() } end
`;
