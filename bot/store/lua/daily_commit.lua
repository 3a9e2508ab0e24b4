-- The one write to an attempt: its record and the server's boards, all or nothing.
-- All keys lie in the server's slot; Redis 6.2's commands only.
--
-- KEYS  1 attempt   2 event   3 board of the day   4 board of the week   5 board of all days
--       6 person   7 names                                              (see daily_keys.py)
-- ARGV  1 expected version, 0 for "there is no attempt yet"
--       2 now, unix milliseconds
--       3 token of this commit
--       4 answer to remember for the event
--       5 seconds to remember it
--       6 the new record
--       7 seconds to keep it
--       8 person, "" when the result counts for nobody's board
--       9 score, "" when nothing has been played yet
--      10 points
--      11 "1": it was played to an end
--      12 day
--      13 first day of the week
--      14 game
--      15 the person's name
--      16 how many days of a week count
--      17 seconds to keep the boards of day and week
--      18 "1": it is won
--
-- Answers {"ok", version}, {"duplicate", "version:token:answer"} or
-- {"stale", version, record, milliseconds}, {"stale"} when there is no attempt.

local known = redis.call('GET', KEYS[2])
if known then
    return {'duplicate', known}
end

local now = redis.call('HMGET', KEYS[1], 'v', 'r', 't')
if tonumber(now[1] or 0) ~= tonumber(ARGV[1]) then
    if now[1] then
        return {'stale', now[1], now[2], now[3]}
    end
    return {'stale'}
end

local new = string.format('%d', tonumber(ARGV[1]) + 1)
redis.call('HSET', KEYS[1], 'v', new, 'r', ARGV[6], 't', ARGV[2])
redis.call('EXPIRE', KEYS[1], ARGV[7])
redis.call('SET', KEYS[2], new .. ':' .. ARGV[3] .. ':' .. ARGV[4], 'EX', ARGV[5])

-- The best that was reached at any time counts, so later commits never take anything away and a
-- finished game that is looked at, undone or played again adds nothing.
local function keep(key, prefix)
    local old = redis.call('HMGET', key, prefix .. 'score', prefix .. 'points')
    local better = not old[1] or tonumber(ARGV[9]) > tonumber(old[1])
    if better then
        redis.call('HSET', key, prefix .. 'score', ARGV[9], prefix .. 'points', ARGV[10])
        redis.call('HSET', key, prefix .. 'game', ARGV[14], prefix .. 'won', ARGV[18])
    end
    if ARGV[11] == '1' then
        redis.call('HSET', key, prefix .. 'finished', '1')
    end
    return better, tonumber(old[2] or 0)
end

if ARGV[9] == '' then
    return {'ok', new}
end
if ARGV[8] == '' then
    keep(KEYS[1], '')
    return {'ok', new}
end

local better, before = keep(KEYS[6], ARGV[12] .. ':')
redis.call('HSET', KEYS[7], ARGV[8], ARGV[15])
if better then
    redis.call('HSET', KEYS[6], ARGV[12] .. ':at', ARGV[2])
    redis.call('ZADD', KEYS[3], ARGV[9], ARGV[8])
    redis.call('EXPIRE', KEYS[3], ARGV[17])
    redis.call('ZINCRBY', KEYS[5], tonumber(ARGV[10]) - before, ARGV[8])
    local points = {}
    for day = tonumber(ARGV[13]), tonumber(ARGV[13]) + 6 do
        local of = redis.call('HGET', KEYS[6], string.format('%d:points', day))
        points[#points + 1] = tonumber(of or 0)
    end
    table.sort(points, function(a, b) return a > b end)
    local sum = 0
    for place = 1, tonumber(ARGV[16]) do
        sum = sum + points[place]
    end
    redis.call('ZADD', KEYS[4], string.format('%d', sum), ARGV[8])
    redis.call('EXPIRE', KEYS[4], ARGV[17])
end
return {'ok', new}
