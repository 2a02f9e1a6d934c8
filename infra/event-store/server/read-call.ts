import { randomUUID } from 'node:crypto';
import { type Call, readOne } from './call';
import type { Handler } from './grpc-server';
import type { Log } from './log';
import { confirmation } from './read-messages';
import { type LastRevision, readAll, readStream } from './read-pages';
import { invalid } from './refusal';
import { subscribeToAll, subscribeToStream } from './subscriptions';
import { decodeReadRequest, type ReadOptions } from './wire';

const subscribe = async (call: Call, log: Log, options: ReadOptions): Promise<void> => {
  if (options.direction !== 0) throw invalid('A subscription runs forwards');
  await call.write(confirmation(randomUUID()));
  if (options.stream) await subscribeToStream(call, log, options.stream);
  else await subscribeToAll(call, log, options);
};

/**
 * Streams/Read: a stream or everything, a number of events or a subscription. Ids are sent as text, whichever of the
 * protocol's two forms was asked for: the clients read both.
 */
export const readCall =
  (log: Log, lastRevision: LastRevision): Handler =>
  async (call) => {
    const { options } = decodeReadRequest(await readOne(call));
    if (!options) throw invalid('A read needs options');
    if (options.amount === 'subscription') await subscribe(call, log, options);
    else if (options.stream) await readStream(call, { log, lastRevision }, options, options.stream);
    else await readAll(call, log, options);
  };
