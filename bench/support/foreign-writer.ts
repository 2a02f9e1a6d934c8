import { setTimeout as pause } from 'node:timers/promises';
import { type EventStoreDBClient, jsonEvent } from '@eventstore/db-client';

export interface ForeignWriter {
  /** Writes the events into one stream, evenly over the time, or as fast as the store takes them if that is slower. */
  readonly write: (stream: string, events: number, durationMs: number) => Promise<void>;
}

const AT_ONCE = 50;

const order = () => jsonEvent({ type: 'OrderPlaced', data: { items: ['4711', '0815'], text: 'x'.repeat(200) } });

export const foreignWriter = (client: EventStoreDBClient): ForeignWriter => ({
  write: async (stream, events, durationMs) => {
    const startedMs = performance.now();
    for (let written = 0; written < events; written += AT_ONCE) {
      const aheadMs = startedMs + (durationMs * written) / events - performance.now();
      if (aheadMs > 0) await pause(aheadMs);
      const batch = Array.from({ length: Math.min(AT_ONCE, events - written) }, order);
      await client.appendToStream(stream, batch, {
        expectedRevision: written === 0 ? 'no_stream' : BigInt(written - 1),
      });
    }
  },
});
