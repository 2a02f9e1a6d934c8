import { sharedInFlight } from '../../commands/timing/shared-in-flight';
import type { Logger } from '../logger';
import type { RedisConnection } from '../redis/connection';
import { mustKeep } from '../redis/server-facts';
import { redisUnavailable } from '../redis/unavailable';
import type { EarlierNonces, SharedNonces } from './nonce-stores';

export interface RedisNoncesOptions {
  readonly connection: RedisConnection;
  readonly logger: Logger;
  readonly leaveOtherStore: () => Promise<EarlierNonces>;
}

/** The marker: run id, and the second from which nonces are complete (0: always). BLIND: complete only from now on. */
const ADOPT = `
local kept = redis.call('GET', KEYS[1])
if kept and ARGV[2] ~= 'BLIND' and string.sub(kept, 1, #ARGV[1] + 1) == ARGV[1] .. ':' then return kept end
local since = '0'
if kept or ARGV[2] ~= 'FIRST' then since = redis.call('TIME')[1] end
redis.call('SET', KEYS[1], ARGV[1] .. ':' .. since)
return ARGV[1] .. ':' .. since`;

/** {1, 0}: first; {0, 0}: repeated, or only a check; {-1, 0}: no marker; {-2, seconds}: refused for so long. */
const CLAIM = `
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return {-1, 0} end
local left = tonumber(ARGV[2]) + tonumber(ARGV[3]) + 1 - tonumber(redis.call('TIME')[1])
if left > 0 then return {-2, left} end
if #KEYS == 1 then return {0, 0} end
if redis.call('SET', KEYS[2], '', 'NX', 'EX', ARGV[3]) then return {1, 0} end
return {0, 0}`;

const MAXIMUM_ATTEMPTS = 3;

interface Marker {
  readonly runId: string;
  readonly text: string;
  readonly since: string;
}

type Verdict = readonly [verdict: number, secondsLeft: number];

const UNMARKED: Verdict = [-1, 0];

const pastOf = (isKnown: boolean, { isFirst, isBlind }: EarlierNonces): 'FIRST' | 'BLIND' | 'UNKNOWN' => {
  if (isBlind) return 'BLIND';
  return isFirst && !isKnown ? 'FIRST' : 'UNKNOWN';
};

/** A restarted, promoted or emptied server may have lost nonces: until those have expired, claims reject (R18). */
export const createRedisNonces = (options: RedisNoncesOptions): SharedNonces => {
  const { connection, logger } = options;
  const { verdictOn, mark } = keepMarked(options);
  let warnedOf = '';
  const refuse = (secondsLeft: number): never => {
    if (warnedOf !== mark()) logger.warn({ secondsLeft }, 'Redis may have lost nonces: signed requests are refused');
    warnedOf = mark();
    throw redisUnavailable(`Redis may have lost nonces; signed requests are refused for ${secondsLeft} s more`);
  };
  return {
    claim: async (partnerId, nonce, ttlSeconds) => {
      const [verdict, left] = await verdictOn([`${connection.prefix}nonce:${partnerId}:${nonce}`], ttlSeconds);
      return verdict === -2 ? refuse(left) : verdict === 1;
    },
    secondsRefused: async (ttlSeconds) => (await verdictOn([], ttlSeconds))[1],
  };
};

const keepMarked = ({ connection, logger, leaveOtherStore }: RedisNoncesOptions) => {
  const markerKey = `${connection.prefix}nonces:server`;
  let marker: Marker | null = null;
  // Runs once at a time: a second run would find the other store left already, and Redis not yet marked.
  const adopt = sharedInFlight(async (): Promise<void> => {
    const isKnown = await connection.run(async (client) => (await client.get(markerKey)) !== null);
    // Once per process, and whenever the server has no marker.
    const past = isKnown && marker !== null ? 'UNKNOWN' : pastOf(isKnown, await leaveOtherStore());
    marker = await connection.run(async (client, { runId }) => {
      const answer: unknown = await client.eval(ADOPT, { keys: [markerKey], arguments: [runId, past] });
      const text = answer as string;
      return { runId, text, since: text.slice(runId.length + 1) };
    });
  });
  // At once, so that the waiting time starts before the first request.
  connection.onConnected(() => {
    adopt().catch((error: unknown) => logger.debug({ err: error }, 'the nonces of Redis are still unknown'));
  });
  const attempt = (nonceKeys: readonly string[], ttlSeconds: number): Promise<Verdict> =>
    connection.run(async (client, server) => {
      mustKeep(server);
      const known = marker;
      if (known?.runId !== server.runId) return UNMARKED;
      const parameters = [known.text, known.since, String(ttlSeconds)];
      const answer: unknown = await client.eval(CLAIM, { keys: [markerKey, ...nonceKeys], arguments: parameters });
      return answer as Verdict;
    });
  const verdictOn = async (nonceKeys: readonly string[], ttlSeconds: number): Promise<Verdict> => {
    for (let count = 0; count < MAXIMUM_ATTEMPTS; count += 1) {
      const found = await attempt(nonceKeys, ttlSeconds);
      if (found[0] !== -1) return found;
      await adopt();
    }
    throw redisUnavailable('Redis loses the marker of the nonces');
  };
  return { verdictOn, mark: () => marker?.text ?? '' };
};
