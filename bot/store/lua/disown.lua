-- Gives a lock back.
--
-- KEYS  1 lock     ARGV  1 token of whoever has it
-- Answers 1 when it was theirs, 0 when not.

if redis.call('GET', KEYS[1]) == ARGV[1] then
    return redis.call('DEL', KEYS[1])
end
return 0
