-- The one write to a table. All keys lie in the channel's slot; Redis 6.2's commands only.
--
-- KEYS  1 table   2 event   3 shelf   4 records                         (see keys.py)
-- ARGV  1 expected version, 0 for "no table is on"
--       2 now, unix milliseconds
--       3 token of this attempt
--       4 answer to remember for the event
--       5 seconds to remember it
--       6 "put" the new record, or "drop" the table
--       7 the new record, "" with drop
--       8 "1": archive the present table first
--       9 id of the archived table that the new record continues, or ""
--      10 how many archived tables to keep
--      11 id under which the present table is archived, "" for its version
--
-- Answers {"ok", version}, {"duplicate", "version:token:answer"} or
-- {"stale", version, record, milliseconds}, {"stale"} when no table is on.

local known = redis.call('GET', KEYS[2])
if known then
    return {'duplicate', known}
end

local now = redis.call('HMGET', KEYS[1], 'v', 'r', 't')
local counter, record = tonumber(now[1] or 0), now[2]
local version = record and counter or 0

local fits = version == tonumber(ARGV[1])
if fits and ARGV[9] ~= '' then
    fits = redis.call('HEXISTS', KEYS[4], ARGV[9]) == 1
end
if not fits then
    if record then
        return {'stale', now[1], record, now[3]}
    end
    return {'stale'}
end

if ARGV[9] ~= '' then
    redis.call('HDEL', KEYS[4], ARGV[9])
    redis.call('LREM', KEYS[3], 0, ARGV[9])
end
if ARGV[8] == '1' and record then
    local id = ARGV[11] ~= '' and ARGV[11] or now[1]
    redis.call('HSET', KEYS[4], id, now[3] .. ':' .. record)
    redis.call('LPUSH', KEYS[3], id)
    while redis.call('LLEN', KEYS[3]) > tonumber(ARGV[10]) do
        redis.call('HDEL', KEYS[4], redis.call('RPOP', KEYS[3]))
    end
end

-- The counter outlives the table: a button of an old table never fits a new one.
local new = string.format('%d', counter + 1)
if ARGV[6] == 'put' then
    redis.call('HSET', KEYS[1], 'v', new, 'r', ARGV[7], 't', ARGV[2])
else
    redis.call('HSET', KEYS[1], 'v', new, 't', ARGV[2])
    redis.call('HDEL', KEYS[1], 'r')
end
redis.call('SET', KEYS[2], new .. ':' .. ARGV[3] .. ':' .. ARGV[4], 'EX', ARGV[5])
return {'ok', new}
