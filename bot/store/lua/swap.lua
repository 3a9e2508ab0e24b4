-- Puts another value in the place of one that was read, unless it has changed since.
--
-- KEYS  1 string or hash     ARGV  1 field, "" for a string   2 value that was read   3 new value
-- Answers 1 when it was done. What expires keeps its time.

local field = ARGV[1]
local now
if field == '' then
    now = redis.call('GET', KEYS[1])
else
    now = redis.call('HGET', KEYS[1], field)
end
if now ~= ARGV[2] then
    return 0
end
if field == '' then
    redis.call('SET', KEYS[1], ARGV[3], 'KEEPTTL')
else
    redis.call('HSET', KEYS[1], field, ARGV[3])
end
return 1
