import { Client } from 'pg';
import { START } from '../../../aggregates/events';
import { STREAM_PREFIXES } from '../../../aggregates/stream';
import type { Difference } from '../../../commands/pair/comparing/difference';
import type { DeliveryOf } from '../../../commands/pair/comparing/facts';
import type { Clock } from '../../../commands/ports/clock';
import type { EventStore } from '../../../commands/ports/event-store';
import type { PayoutProvider } from '../../../commands/ports/payout-provider';
import { deliveryIdOf, notificationOf } from '../../../projections/notifications';
import { readParked } from '../../projections/live/parked';
import { createReporter, type RebuildProgress } from '../../projections/rebuild/progress';
import { readCheckpoint } from '../../projections/waiting/checkpoints';
import { listTransfers } from './bank-list';
import { openBooks } from './books';
import { contradictions } from './contradictions';
import { createTrailCheck, type TrailFault } from './trail-check';

export interface ComparisonOptions {
  readonly databaseUrl: string;
  readonly eventStore: Pick<EventStore, 'readAll' | 'head'>;
  readonly providers: readonly PayoutProvider[];
  readonly clock: Pick<Clock, 'now'>;
  readonly onProgress?: (progress: RebuildProgress) => void;
  readonly onDifference: (difference: Difference) => void;
}

const TRAIL = 'audit-trail';

/** Answers how many differences it told. Rejects when a store or a bank does not answer. */
export async function comparePair(options: ComparisonOptions): Promise<number> {
  const client = new Client({
    ...{ connectionString: options.databaseUrl, connectionTimeoutMillis: 5_000, keepAlive: true },
    application_name: 'lastro-compare',
  });
  // The running or next query rejects with the same cause.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
    return await compareIn(client, options);
  } finally {
    // Ends the transaction, and what it holds goes with it.
    await client.end();
  }
}

/** One snapshot of PostgreSQL, taken before the log is read: no row of it is newer than the log's end. */
async function compareIn(client: Client, options: ComparisonOptions): Promise<number> {
  const { eventStore, clock, onDifference } = options;
  let count = 0;
  const tell = (difference: Difference): void => {
    count += 1;
    onDifference(difference);
  };
  const readFromMs = clock.now();
  const books = await openBooks(client, deliveryOf);
  const parked = await readParked(client, TRAIL);
  const { position: upTo } = await readCheckpoint(client, TRAIL);
  const onFault = (fault: TrailFault): void => {
    if (!parked.has(fault.stream)) tell(differenceOf(fault));
  };
  const trail = createTrailCheck(client, { parked, upTo, onFault, isEnough: () => false });
  const reporter = createReporter(options.onProgress);
  const head = await eventStore.head();
  for await (const event of eventStore.readAll(START, { streamPrefixes: STREAM_PREFIXES })) {
    await trail.see(event);
    await books.see(event);
    reporter.read(1, event.position, head);
  }
  await trail.end();
  await books.flush();
  reporter.enter('comparing');
  await listTransfers(client, books, { ...options, readFromMs });
  for await (const difference of contradictions(client)) tell(difference);
  reporter.enter('done');
  return count;
}

const differenceOf = ({ is, eventId, says }: TrailFault): Difference => ({
  ...(is === 'EVENT_ALONE'
    ? { knownTo: 'LOG' as const, unknownTo: 'AUDIT_TRAIL' as const }
    : { knownTo: 'AUDIT_TRAIL' as const, unknownTo: 'LOG' as const }),
  ...{ what: 'EVENT', id: eventId, detail: says },
});

/** As the outbox has it. */
const deliveryOf: DeliveryOf = (event) => {
  if (event.type === 'WebhookTestRequested') return event.data.deliveryId;
  const isTold = event.metadata.partnerId !== null && event.metadata.mode !== null;
  return isTold && notificationOf(event) !== null ? deliveryIdOf(event.id) : null;
};
