export interface Reading {
  readonly events: number;
  readonly perSecond: number;
}

/** Reads to the end and drops the events. */
export const timed = async (read: AsyncIterable<unknown>): Promise<Reading> => {
  const startedAt = performance.now();
  let events = 0;
  const iterator = read[Symbol.asyncIterator]();
  while ((await iterator.next()).done !== true) events += 1;
  return { events, perSecond: events / ((performance.now() - startedAt) / 1_000) };
};
