import type { Logger } from '../logger';
import type { RedisClient } from './client';
import { redisUnavailable } from './unavailable';

export interface RedisServer {
  /** Changes with every start and server; the last writes may be lost then. */
  readonly runId: string;
  /** The server removes live values when its memory is full. */
  readonly mayEvict: boolean;
}

export const readServer = async (client: RedisClient, logger: Logger): Promise<RedisServer> => {
  const [server, memory] = await Promise.all([client.info('server'), client.info('memory')]);
  const runId = fieldOf(server, 'run_id');
  if (runId === null) throw redisUnavailable('the server does not report its run_id');
  const mayEvict = fieldOf(memory, 'maxmemory') !== '0' && fieldOf(memory, 'maxmemory_policy') !== 'noeviction';
  if (mayEvict) {
    logger.error('Redis may evict nonces and challenges: both are refused until its maxmemory-policy is noeviction');
  }
  return { runId, mayEvict };
};

/** An evicted nonce could be used again. */
export const mustKeep = (server: RedisServer): void => {
  if (server.mayEvict) throw redisUnavailable('may evict stored values; set maxmemory-policy noeviction');
};

const fieldOf = (info: string, name: string): string | null => {
  const line = info.split('\r\n').find((candidate) => candidate.startsWith(`${name}:`));
  return line === undefined ? null : line.slice(name.length + 1);
};
