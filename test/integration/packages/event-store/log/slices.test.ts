import { BATCH_LIMITS, createPool } from '../../../../../infra/postgres/pool';
import { EVERYTHING, openQueries, type Queries } from '../../../../../packages/event-store/log/queries';
import { SLICE_BYTES, type Slice } from '../../../../../packages/event-store/log/slices';
import type { StoredEvent } from '../../../../../packages/event-store/log/stored-event';
import { silent } from '../../../../infra/projections/fixture';
import { writeFirstTable } from '../../../../packages/event-store/log/first-table';
import { stored } from '../../../../packages/event-store/server/stored';
import { type TestDatabase, testDatabase } from '../../../../stores/postgres';

const LARGE_BYTES = 1_000_000;
const silenceMs = 60_000;

/** Every tenth event is small and of another type; the others are large, each in one of three ways. */
const eventAt = (position: number): StoredEvent => {
  if (position % 10 === 0) return stored(position, { type: 'Small' });
  if (position % 3 === 0) return stored(position, { data: Buffer.alloc(LARGE_BYTES, 0xff) });
  if (position % 3 === 1) return stored(position, { metadata: 'x'.repeat(LARGE_BYTES) });
  return stored(position, { data: 'ã'.repeat(LARGE_BYTES / 2) });
};

const LAST = 20;
const positionsOf = (events: readonly StoredEvent[]): number[] => events.map(({ position }) => position);
const bytesOf = ({ data, metadata }: StoredEvent): number => Buffer.byteLength(data) + Buffer.byteLength(metadata);
const range = Array.from({ length: LAST }, (_, index) => index + 1);

describe('a read of the table', () => {
  let database: TestDatabase;
  let queries: Queries;

  beforeAll(async () => {
    database = await testDatabase();
    const pool = createPool(database.url, silent, BATCH_LIMITS);
    await writeFirstTable(pool, range.map(eventAt));
    await pool.end();
    queries = openQueries({ databaseUrl: database.url, connections: 1, silenceMs, warn: () => undefined });
  });
  afterAll(async () => {
    await queries.close();
    await database.drop();
  });

  /** Slice after slice, each from the last event of the one before. */
  const walk = async (read: (last: StoredEvent | undefined) => Promise<Slice>): Promise<readonly StoredEvent[]> => {
    const seen: StoredEvent[] = [];
    for (;;) {
      const { events, isCut } = await read(seen.at(-1));
      expect(events.reduce((bytes, event) => bytes + bytesOf(event), 0)).toBeLessThanOrEqual(SLICE_BYTES);
      seen.push(...events);
      if (!isCut) return seen;
      expect(events.length).toBeGreaterThan(0);
    }
  };

  it('ends at a limit of bytes and continues after it, in both directions', async () => {
    const forwards = await walk((last) => queries.between(last?.position ?? 0, LAST, EVERYTHING));
    expect(positionsOf(forwards)).toEqual(range);
    const backwards = await walk((last) => queries.betweenBackwards(last?.position ?? LAST + 1, 1, EVERYTHING));
    expect(positionsOf(backwards)).toEqual([...range].reverse());
    const stream = await walk((last) => queries.ofStream('stream', (last?.revision ?? -1) + 1, LAST));
    expect(positionsOf(stream)).toEqual(range);
    const back = await walk((last) => queries.ofStreamBackwards('stream', (last?.revision ?? LAST) - 1, LAST));
    expect(positionsOf(back)).toEqual([...range].reverse());
  });

  it('counts only the events that a filter wants', async () => {
    const small = { sql: 'AND type ^@ ANY($3::text[])', values: [['Small']] };
    const { events, isCut } = await queries.between(0, LAST, small);
    expect([positionsOf(events), isCut]).toEqual([[10, 20], false]);
  });
});
