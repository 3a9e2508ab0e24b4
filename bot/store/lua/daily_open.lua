-- Fixes a day's deals of a game, once for all processes.
--
-- KEYS  1 challenges of the day   2 used labels of the game
-- ARGV  1 game   2 the challenge   3 "1": a new round of the pool begins   4.. labels it uses
-- Answers the challenge that holds.

local known = redis.call('HGET', KEYS[1], ARGV[1])
if known then
    return known
end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
if ARGV[3] == '1' then
    redis.call('DEL', KEYS[2])
end
for place = 4, #ARGV do
    redis.call('SADD', KEYS[2], ARGV[place])
end
return ARGV[2]
