import { randomUUID } from 'node:crypto';
import type { LedgerEvent, Metadata } from '../../aggregates/events';
import { SCHEMA_VERSIONS } from '../../aggregates/schema-versions';
import type { EventStore, Proposed } from '../../commands/ports/event-store';

/** The only partner of the seeds. */
export const PARTNER = { partnerId: '5f0c6a52-6a55-4d5e-9d0b-9f0f6c2f4a11', mode: 'sandbox' } as const;

const metadata = (schemaVersion: number, subjectId: string | null, correlationId: string): Metadata => ({
  $correlationId: correlationId,
  $causationId: randomUUID(),
  actor: subjectId === null ? { kind: 'operator', id: 'bench' } : { kind: 'user', id: subjectId },
  ...PARTNER,
  subjectId,
  requestId: randomUUID(),
  reason: null,
  at: new Date().toISOString(),
  schemaVersion,
});

/** The event as a command would write it; ids as long as real ones. */
export const propose = (event: LedgerEvent, subjectId: string | null, correlationId: string): Proposed => ({
  ...event,
  id: randomUUID(),
  metadata: metadata(SCHEMA_VERSIONS[event.type], subjectId, correlationId),
});

/** A stream that does not exist yet, with all its events. */
export interface NewStream {
  readonly stream: string;
  readonly events: readonly Proposed[];
}

const AT_A_TIME = 32;

/** Appends each stream as a whole, many at a time. */
export const appendAll = async (
  eventStore: Pick<EventStore, 'append'>,
  streams: Iterable<NewStream>,
): Promise<void> => {
  const iterator = streams[Symbol.iterator]();
  const work = async (): Promise<void> => {
    for (let next = iterator.next(); next.done !== true; next = iterator.next()) {
      const { stream, events } = next.value;
      const { outcome } = await eventStore.append(stream, 'no_stream', events);
      if (outcome !== 'appended') throw new Error(`${stream} could not be prepared: ${outcome}`);
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, work));
};
