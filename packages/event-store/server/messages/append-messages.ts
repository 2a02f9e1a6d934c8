import type { AppendRequest } from '../../log/append-request';
import type { NewEvent } from '../../log/stored-event';
import type { Call } from '../grpc/call';
import { appendTooLarge, invalid } from '../grpc/refusal';
import { expectedOf, keptOptions, MAX_APPEND_BYTES, newEventOf, sizeBytesOf, writableStreamOf } from './proposals';
import { type AppendOptions, decodeAppendRequest } from './wire';

export type ReadAppend = Pick<AppendRequest, 'stream' | 'expected' | 'events' | 'sizeBytes'> & {
  readonly options: AppendOptions;
};

const finished = (options: AppendOptions | null, events: readonly NewEvent[], sizeBytes: number): ReadAppend => {
  if (options === null) throw invalid('An append begins with its options');
  return { options, stream: writableStreamOf(options.stream), expected: expectedOf(options), events, sizeBytes };
};

/** Reads one Append call: the options, then event by event. */
export const readAppend = (call: Call): Promise<ReadAppend> =>
  new Promise((resolve) => {
    let options: AppendOptions | null = null;
    let sizeBytes = 0;
    const events: NewEvent[] = [];
    const onMessage = (message: Buffer): void => {
      const decoded = decodeAppendRequest(message);
      options = decoded.options ? keptOptions(decoded.options) : options;
      if (decoded.event === null || decoded.event === undefined) return;
      sizeBytes += sizeBytesOf(decoded.event);
      if (sizeBytes > MAX_APPEND_BYTES) throw appendTooLarge(MAX_APPEND_BYTES);
      events.push(newEventOf(decoded.event));
    };
    const onEnd = (): void => {
      resolve(finished(options, events, sizeBytes));
    };
    call.listen({ onMessage, onEnd });
  });
