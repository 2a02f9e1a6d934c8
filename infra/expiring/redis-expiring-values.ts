import type { ExpiringValues } from '../../commands/ports/expiring-values';
import type { RedisConnection } from '../redis/connection';
import { mustKeep, type RedisServer } from '../redis/server-facts';

const TAKE = `
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
return redis.call('DEL', KEYS[1])`;

const COUNT = `
local count = redis.call('INCR', KEYS[1])
if redis.call('TTL', KEYS[1]) < 0 then redis.call('EXPIRE', KEYS[1], ARGV[1]) end
return count`;

/** Taken and expired values do not count towards the group's limit. */
const PUT_IN_GROUP = `
local live = {KEYS[2]}
for _, key in ipairs(redis.call('LRANGE', KEYS[1], 0, -1)) do
  if redis.call('EXISTS', key) == 1 then table.insert(live, key) end
end
redis.call('SET', KEYS[2], ARGV[1], 'EX', ARGV[2])
redis.call('DEL', KEYS[1])
for place, key in ipairs(live) do
  if place <= tonumber(ARGV[3]) then redis.call('RPUSH', KEYS[1], key) else redis.call('DEL', key) end
end
return redis.call('EXPIRE', KEYS[1], ARGV[2])`;

const READ_GROUP = `
local values = {}
for _, key in ipairs(redis.call('LRANGE', KEYS[1], 0, -1)) do
  local value = redis.call('GET', key)
  if value then table.insert(values, value) end
end
return values`;

/** Keys contain the server's run id: a restarted or promoted server may have lost a taken value. */
export const createRedisExpiringValues = (connection: RedisConnection): ExpiringValues => {
  const placeOf = (server: RedisServer, key: string): string => {
    mustKeep(server);
    return `${connection.prefix}value:${server.runId}:${key}`;
  };
  return {
    put: async (key, value, ttlSeconds) => {
      const expiration = { type: 'EX', value: ttlSeconds } as const;
      await connection.run((client, server) => client.set(placeOf(server, key), value, { expiration }));
    },
    putInGroup: (group, { key, value, ttlSeconds, most }) =>
      connection.run(async (client, server) => {
        const keys = [placeOf(server, `group:${group}`), placeOf(server, key)];
        await client.eval(PUT_IN_GROUP, { keys, arguments: [value, String(ttlSeconds), String(most)] });
      }),
    readGroup: (group) =>
      connection.run(async (client, server) => {
        const values: unknown = await client.eval(READ_GROUP, { keys: [placeOf(server, `group:${group}`)] });
        return values as readonly string[];
      }),
    read: (key) => connection.run(async (client, server) => client.get(placeOf(server, key))),
    take: (key, value) =>
      connection.run(async (client, server) => {
        const taken = await client.eval(TAKE, { keys: [placeOf(server, key)], arguments: [value] });
        return taken === 1;
      }),
    count: (key, ttlSeconds) =>
      connection.run(async (client, server) => {
        const arguments_ = [String(ttlSeconds)];
        return Number(await client.eval(COUNT, { keys: [placeOf(server, key)], arguments: arguments_ }));
      }),
  };
};
