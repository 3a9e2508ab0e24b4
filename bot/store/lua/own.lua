-- Takes or keeps a lock.
--
-- KEYS  1 lock     ARGV  1 token of whoever asks   2 milliseconds until it expires
-- Answers 1 when they have it now, 0 when somebody else has.

local owner = redis.call('GET', KEYS[1])
if owner and owner ~= ARGV[1] then
    return 0
end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 1
