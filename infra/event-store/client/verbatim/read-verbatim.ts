import { setTimeout as pause } from 'node:timers/promises';
import { isAfter, type Position } from '../../../../aggregates/events';
import { createBackoff } from '../../../../commands/timing/backoff';
import type { RawRecord } from '../../judging';
import { isTransient } from '../client-errors';
import { READ_AHEAD_EVENTS } from '../client-guards';
import { rawOf } from '../codec';
import type { Connection } from '../connection';
import { clientPosition } from '../feed';
import { pull } from '../pull';

const RETRY = { firstMs: 25, longestMs: 1_000 };

/** The store's read includes the record at `after`. */
async function* readOnce(connection: Connection, after: Position, timeoutMs: number): AsyncGenerator<RawRecord> {
  const client = connection.client();
  const read = client.readAll({ fromPosition: clientPosition(after) }, { highWaterMark: READ_AHEAD_EVENTS });
  for await (const chunk of pull(read, { connection, client, timeoutMs })) {
    for (const { event } of chunk) {
      if (event !== undefined && isAfter(event.position, after)) yield rawOf(event);
    }
  }
}

/** Records of any writer. A cut read continues; rejects once the store has been away for `timeoutMs`. */
export async function* readVerbatim(
  connection: Connection,
  after: Position,
  timeoutMs: number,
): AsyncGenerator<RawRecord> {
  let last = after;
  let giveUpAtMs: number | null = null;
  const retry = createBackoff(RETRY);
  for (;;) {
    try {
      for await (const record of readOnce(connection, last, timeoutMs)) {
        ({ position: last } = record);
        giveUpAtMs = null;
        retry.reset();
        yield record;
      }
      return;
    } catch (error) {
      giveUpAtMs ??= performance.now() + timeoutMs;
      if (!isTransient(error) || performance.now() >= giveUpAtMs) throw error;
    }
    await pause(retry.next());
  }
}
