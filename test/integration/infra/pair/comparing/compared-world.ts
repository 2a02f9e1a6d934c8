import type { LedgerEvent } from '../../../../../aggregates/events';
import { SCHEMA_VERSIONS } from '../../../../../aggregates/schema-versions';
import { commandIdOf } from '../../../../../commands/handling/deterministic-ids';
import type { Difference } from '../../../../../commands/pair/comparing/difference';
import type { Payout, PayoutProvider } from '../../../../../commands/ports/payout-provider';
import { createMemoryEventStore, type MemoryEventStore } from '../../../../../infra/event-store/memory';
import { comparePair } from '../../../../../infra/pair/comparing/compare-pair';
import { migrate, migrationFile } from '../../../../../infra/postgres/migrate';
import { startProjector } from '../../../../../infra/projections/live/projector';
import { createPositionBoard } from '../../../../../infra/projections/waiting/wait';
import { projections } from '../../../../../projections/all';
import { ALWAYS_BOUND } from '../../../../doubles/bound';
import { payout, scriptedProvider } from '../../../../doubles/scripted-provider';
import { silent } from '../../../../infra/projections/fixture';
import { event, metadata, streamOf } from '../../../../samples/sample-events';
import { time } from '../../../../samples/sample-time';
import { openPostgres, type Postgres } from '../pair-world';

const APPLIED_WITHIN_MS = 30_000;

export const KEY = commandIdOf('payout', 'cid1', '1');
export const OTHER_KEY = commandIdOf('payout', 'cid2', '1');

/** A partner, its user, and a payment that was paid out. */
export const PAID: readonly LedgerEvent[] = [
  event('PartnerOnboarded'),
  event('UserRegistered'),
  event('CashoutIntentCreated'),
  event('DepositObserved'),
  event('DepositAccepted'),
  event('PayoutRequested', { providerKey: KEY }),
  event('PayoutDispatched', { providerKey: KEY }),
  event('PayoutSettled', { providerKey: KEY }),
];

/** Each at the end of its stream. */
export const writeAll = async (store: MemoryEventStore, events: readonly LedgerEvent[]): Promise<void> => {
  for (const happened of events) {
    const stream = streamOf(happened);
    const count = (await store.readStream(stream)).length;
    const id = commandIdOf('happened', stream, String(count));
    const expected = count === 0 ? 'no_stream' : count - 1;
    const written = metadata({ schemaVersion: SCHEMA_VERSIONS[happened.type] });
    await store.append(stream, expected, [{ ...happened, id, metadata: written }]);
  }
};

export interface ComparedWorld extends Postgres {
  readonly store: MemoryEventStore;
}

export const openWorld = async (): Promise<ComparedWorld> => {
  const postgres = await openPostgres();
  await migrate(postgres.pool, [migrationFile('infra/webhooks/attempts.sql')]);
  return { ...postgres, store: createMemoryEventStore() };
};

/** Rows are made of all that the log has. */
export const project = async ({ pool, url, store: eventStore }: ComparedWorld): Promise<void> => {
  await pool.query('ALTER TABLE IF EXISTS lastro.checkpoints RENAME TO checkpoints_without_names');
  const board = createPositionBoard();
  const projector = startProjector({
    ...{ pool, databaseUrl: url, eventStore, projections, logger: silent, board, tenure: ALWAYS_BOUND },
  });
  const names = projections.map(({ name }) => name);
  const applied = await board.waitUntilApplied(names, await eventStore.head(), APPLIED_WITHIN_MS);
  await projector.stop();
  if (!applied) throw new Error('the projections stand still');
};

export const transfer = (differences: Partial<Payout> = {}): Payout => {
  const listed = payout('SETTLED', { idempotencyKey: KEY, settledAt: time(95), ...differences });
  if (!listed.ok) throw new Error('a sample is no failure');
  return listed.value;
};

export const bankOf = (...payouts: readonly Payout[]): PayoutProvider =>
  scriptedProvider({ name: 'sandbox', list: { ok: true, value: payouts } }).provider;

/** What is told of the differences, as `known -> unknown: what id`. */
export const differencesOf = async (
  { url: databaseUrl }: Postgres,
  eventStore: Pick<MemoryEventStore, 'readAll' | 'head'>,
  provider = bankOf(transfer()),
): Promise<readonly string[]> => {
  const told: string[] = [];
  const onDifference = ({ knownTo, unknownTo, what, id }: Difference): void =>
    void told.push(`${knownTo} -> ${unknownTo}: ${what} ${id}`);
  const clock = { now: () => Date.parse(time(1_000)) };
  const count = await comparePair({ databaseUrl, eventStore, providers: [provider], clock, onDifference });
  expect(count).toBe(told.length);
  return told;
};
