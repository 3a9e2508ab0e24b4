-- Takes a day for one server, once; or moves it from a server in which nothing was begun.
--
-- KEYS  1 claims of a person     ARGV  1 day   2 server   3 server it may be taken from, or ""
-- Answers the server that has the day.

local known = redis.call('HGET', KEYS[1], ARGV[1])
if known and known ~= ARGV[3] then
    return known
end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
return ARGV[2]
