import { START } from '../../../aggregates/events';
import { STREAM_PREFIXES } from '../../../aggregates/stream';
import { createCopyReading, type Holder, type SeenInCopy } from '../../../commands/pair/losing/open-payments';
import type { EventStore } from '../../../commands/ports/event-store';

/** One pass over the log. */
export const readCopy = async (
  { readAll }: Pick<EventStore, 'readAll'>,
  holders: readonly Holder[],
): Promise<SeenInCopy> => {
  const { see, seen } = createCopyReading(holders);
  for await (const event of readAll(START, { streamPrefixes: STREAM_PREFIXES })) see(event);
  return seen();
};
