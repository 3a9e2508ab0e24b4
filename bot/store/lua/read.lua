-- Reads keys of one slot as they are at one moment.
--
-- KEYS  the keys
-- Answers for each key {type, milliseconds to live or -1, value}: a string, a flat list of fields
-- and values, of members, or of members and scores. {"none"} for a key that is gone.

local answers = {}
for place, key in ipairs(KEYS) do
    local kind = redis.call('TYPE', key).ok
    local left, value = redis.call('PTTL', key), nil
    if kind == 'string' then
        value = redis.call('GET', key)
    elseif kind == 'hash' then
        value = redis.call('HGETALL', key)
    elseif kind == 'list' then
        value = redis.call('LRANGE', key, 0, -1)
    elseif kind == 'set' then
        value = redis.call('SMEMBERS', key)
    elseif kind == 'zset' then
        value = redis.call('ZRANGE', key, 0, -1, 'WITHSCORES')
    end
    answers[place] = value == nil and {kind} or {kind, left, value}
end
return answers
