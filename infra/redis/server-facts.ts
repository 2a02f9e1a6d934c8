import type { Logger } from '../logger';
import type { RedisClient } from './client';
import { redisUnavailable } from './unavailable';

/** What has to be known of a server before anything that counts once is kept there. */
export interface RedisServer {
  /** Another one after every start and on every other server: what was written last may be lost there. */
  readonly runId: string;
  /** It throws away values before their time when its memory is full. */
  readonly mayEvict: boolean;
}

export const readServer = async (client: RedisClient, logger: Logger): Promise<RedisServer> => {
  const [server, memory] = await Promise.all([client.info('server'), client.info('memory')]);
  const runId = fieldOf(server, 'run_id');
  if (runId === null) throw redisUnavailable('the server does not say its run_id');
  const mayEvict = fieldOf(memory, 'maxmemory') !== '0' && fieldOf(memory, 'maxmemory_policy') !== 'noeviction';
  if (mayEvict) {
    logger.error('Redis may evict nonces and challenges: none are taken until its maxmemory-policy is noeviction');
  }
  return { runId, mayEvict };
};

/** A nonce that is evicted can be used again. */
export const mustKeep = (server: RedisServer): void => {
  if (server.mayEvict) throw redisUnavailable('may evict what it was given; set maxmemory-policy noeviction');
};

const fieldOf = (info: string, name: string): string | null => {
  const line = info.split('\r\n').find((candidate) => candidate.startsWith(`${name}:`));
  return line === undefined ? null : line.slice(name.length + 1);
};
