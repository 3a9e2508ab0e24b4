-- Takes a channel off the index of idle tables, unless it was touched meanwhile.
--
-- KEYS  1 index      ARGV  1 channel   2 latest unix seconds that still count as untouched
-- Answers 1 when it was taken off, 0 when not.

local at = redis.call('ZSCORE', KEYS[1], ARGV[1])
if at and tonumber(at) <= tonumber(ARGV[2]) then
    return redis.call('ZREM', KEYS[1], ARGV[1])
end
return 0
