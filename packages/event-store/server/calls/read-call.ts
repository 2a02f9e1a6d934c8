import { randomUUID } from 'node:crypto';
import type { EventLog } from '../../log/log';
import { type Call, readOne } from '../grpc/call';
import type { Handler } from '../grpc/grpc-server';
import { invalid } from '../grpc/refusal';
import { confirmation } from '../messages/read-messages';
import { decodeReadRequest, type ReadOptions } from '../messages/wire';
import { readAll, readStream } from './read-pages';
import { subscribeToAll, subscribeToStream } from './subscriptions';

const subscribe = async (call: Call, log: EventLog, options: ReadOptions): Promise<void> => {
  if (options.direction !== 0) throw invalid('A subscription runs forwards');
  await call.write(confirmation(randomUUID()));
  if (options.stream) await subscribeToStream(call, log, options.stream);
  else await subscribeToAll(call, log, options);
};

/** A filter of a thousand prefixes, each as long as a name may be, and the rest. */
const REQUEST_LIMIT_BYTES = 1_100_000;

/** Streams/Read: a stream or $all, in pages or as a subscription. Clients read ids as text in any mode. */
export const readCall =
  (log: EventLog): Handler =>
  async (call) => {
    const { options } = decodeReadRequest(await readOne(call, REQUEST_LIMIT_BYTES));
    if (!options) throw invalid('A read needs options');
    if (options.amount === 'subscription') await subscribe(call, log, options);
    else if (options.stream) await readStream(call, log, options, options.stream);
    else await readAll(call, log, options);
  };
