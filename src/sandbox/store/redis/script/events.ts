/** Events and their deliveries: one after the other in each lane, claimed for a time. */
export const EVENTS = String.raw`
local function laneOf(receiver, lane) return receiver .. '\t' .. lane .. '\t' end

-- State, tries, lease, until when it is claimed, not before, and the rest: copies, lane, address, attempts.
local function fieldsOf(record)
  return string.match(record, '^(%a+)\n(%d+)\n(%d+)\n(%d+)\n(%-?%d+)\n(.*)$')
end
local function laneIn(rest) return string.match(rest, '^%d+\n([^\n]*)\n') end

-- Notes which delivery of the lane comes next, and when it may be claimed.
local function refresh(receiver, lane)
  local name = laneOf(receiver, lane)
  local before = call('HGET', lanes, name)
  if before then call('ZREM', ready, before) end
  local first = call('ZRANGEBYLEX', pending, '[' .. name .. '0', '(' .. name .. ':', 'LIMIT', 0, 1)[1]
  if not first then
    call('HDEL', lanes, name)
    return
  end
  local event = idIn(first)
  local _, _, _, leased, notBefore = fieldsOf(call('HGET', deliveries, event .. '/' .. receiver))
  local at = math.max(tonumber(leased), tonumber(notBefore), 0)
  local member = receiver .. '\t' .. pad(whole(at)) .. pad(event) .. lane
  call('ZADD', ready, 0, member)
  call('HSET', lanes, name, member)
end

local function addDelivery(event, delivery)
  call('HSET', deliveries, event .. '/' .. delivery.receiver, delivery.record)
  local state, _, _, _, _, rest = fieldsOf(delivery.record)
  if state ~= 'pending' then return end
  local lane = laneIn(rest)
  call('ZADD', pending, 0, laneOf(delivery.receiver, lane) .. pad(event))
  refresh(delivery.receiver, lane)
end

local function removeEvent(id)
  local _, _, kind, object = string.match(call('HGET', events, id), '^(%-?%d+)\n([^\n]*)\n"([^\n]*)"\n(%d+)\n')
  call('HDEL', events, id)
  leave('!events/', id)
  leave('!events/"' .. kind .. ':' .. object .. '"', id)
  local receivers = call('HGET', deliveries, id)
  call('HDEL', deliveries, id)
  for receiver in each(receivers or '') do
    local state, _, _, _, _, rest = fieldsOf(call('HGET', deliveries, id .. '/' .. receiver))
    call('HDEL', deliveries, id .. '/' .. receiver)
    if state == 'pending' then
      call('ZREM', pending, laneOf(receiver, laneIn(rest)) .. pad(id))
      refresh(receiver, laneIn(rest))
    end
  end
end

local function addEvent(id, event, keep)
  call('HSET', events, id, event.record)
  join('!events/', id)
  join('!events/' .. event.object, id)
  local receivers = {}
  for index, delivery in ipairs(event.deliveries) do
    receivers[index] = delivery.receiver
    addDelivery(id, delivery)
  end
  if #receivers > 0 then call('HSET', deliveries, id, table.concat(receivers, '\t')) end
  while size('!events/') > keep do removeEvent(oldest('!events/')) end
end

local function shownEvent(id)
  local record = call('HGET', events, id)
  if not record then return false end
  local shown = { id, record }
  for receiver in each(call('HGET', deliveries, id) or '') do
    table.insert(shown, receiver)
    table.insert(shown, call('HGET', deliveries, id .. '/' .. receiver))
  end
  return shown
end

local function aDelivery() return { receiver = take(), record = take() } end
local function anEvent() return { object = take(), record = take(), deliveries = all(aDelivery) } end
`;
