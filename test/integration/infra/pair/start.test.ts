import { LEDGER_STREAM } from '../../../../aggregates/ledger/ledger';
import { isRefusedPair } from '../../../../commands/pair/refusal';
import type { EventStore } from '../../../../commands/ports/event-store';
import { createMemoryEventStore } from '../../../../infra/event-store/memory';
import { proposedIdentity } from '../../../../infra/pair/identity-event';
import { event } from '../../../../packages/testing/src/samples/sample-events';
import { eventually } from './manual-time';
import {
  cloneRow,
  copyOf,
  emptied,
  identityOf,
  openPostgres,
  type Postgres,
  type Process,
  processOn,
  rowOf,
  work,
} from './pair-world';

let first: Postgres;
let second: Postgres;
const processes: Process[] = [];

beforeAll(async () => {
  [first, second] = await Promise.all([openPostgres(), openPostgres()]);
});
afterEach(async () => {
  await Promise.all(processes.splice(0).map((process) => process.close()));
  await Promise.all([emptied(first), emptied(second)]);
});
afterAll(() => Promise.all([first.close(), second.close()]));

const started = (...given: Parameters<typeof processOn>): Process => {
  const process = processOn(...given);
  processes.push(process);
  return process;
};

const bound = async (): Promise<EventStore> => {
  const store = createMemoryEventStore();
  await started(first, store).start();
  return store;
};

const lead = (process: Process): Promise<void> => process.tenure.begin(new AbortController().signal);

/** How a start ends, 30 s after the first look that refuses it. */
const refusalOf = async (postgres: Postgres, store: EventStore, isEmbedded = false): Promise<string> => {
  const process = started(postgres, store, { isEmbedded });
  const ended = process.start().then(
    () => 'it starts',
    (error: unknown) => (isRefusedPair(error) ? error.refusal.because : String(error)),
  );
  await eventually(() => process.time.rests.length > 0);
  expect(process.time.rests).toEqual([30_000]);
  process.time.pass(30_000);
  return ended;
};

const append = async (store: EventStore, stream: string): Promise<void> => {
  expect(await store.append(stream, 'no_stream', [work()])).toMatchObject({ outcome: 'appended' });
};

describe('a start', () => {
  test('binds a new PostgreSQL to an empty log at once, without a wait', async () => {
    const store = createMemoryEventStore();
    const process = started(first, store);
    await process.start();
    const row = await rowOf(first);
    const [opened] = await store.readStream(LEDGER_STREAM);
    expect(row).toMatchObject({ state: 'BOUND', coming: null, last: { revision: 0, id: opened?.id } });
    expect(opened).toMatchObject({ type: 'LedgerOpened', data: { ledgerId: row?.ledgerId, format: 1 } });
    expect(opened?.metadata).toMatchObject({ ledgerId: row?.ledgerId, actor: { kind: 'system', id: 'pair' } });
    expect([process.standing().is, process.time.rests.filter((ms) => ms > 60_000)]).toEqual(['RIGHT', []]);
  });

  test('continues with a bound pair, even when the log is ahead of the rows', async () => {
    const store = await bound();
    await append(store, 'user-u1');
    await started(first, store).start();
    expect(await identityOf(store)).toEqual(['LedgerOpened']);
  });

  test('resumes an interrupted opening with a row alone, or with a row and its event', async () => {
    for (const events of [0, 1]) {
      const store = await bound();
      const [opened] = await store.readStream(LEDGER_STREAM);
      const coming = { id: opened?.id, event: { type: opened?.type, data: opened?.data } };
      await first.pool.query(
        `UPDATE lastro.pair SET state = 'OPENING', last_id = NULL, last_revision = NULL, coming = $1`,
        [coming],
      );
      const left = await copyOf(store, events);
      await started(first, left).start();
      expect(await left.readStream(LEDGER_STREAM)).toMatchObject([{ id: opened?.id }]);
      expect(await rowOf(first)).toMatchObject({ state: 'BOUND', last: { id: opened?.id } });
      await emptied(first);
    }
  });

  test('refuses an opening beside the events of another ledger', async () => {
    const store = await bound();
    await first.pool.query(`UPDATE lastro.pair SET state = 'OPENING', last_id = NULL, last_revision = NULL`);
    await append(store, 'user-u1');
    expect(await refusalOf(first, store)).toBe('OPENING_TAKEN');
  });

  test('refuses an older copy of the log', async () => {
    const store = await bound();
    const older = await copyOf(store);
    await lead(started(first, store));
    expect(await refusalOf(first, older)).toBe('OLDER_COPY');
  });

  test('refuses a log that another PostgreSQL led', async () => {
    const store = await bound();
    await cloneRow(first, second);
    const clone = started(second, store);
    await clone.start();
    await lead(clone);
    expect(await refusalOf(first, store)).toBe('LED_ELSEWHERE');
  });

  test('refuses an empty store, or another ledger’s, when a ledger existed', async () => {
    await bound();
    expect(await refusalOf(first, createMemoryEventStore())).toBe('LEDGER_ABSENT');
    const other = createMemoryEventStore();
    await started(second, other).start();
    expect(await refusalOf(first, other)).toBe('OTHER_LEDGER');
  });

  test('refuses a new PostgreSQL beside a ledger, or beside events without an id', async () => {
    const store = await bound();
    expect(await refusalOf(second, store)).toBe('DATABASE_EMPTY');
    const old = createMemoryEventStore();
    await append(old, 'user-u1');
    expect(await refusalOf(second, old)).toBe('DATABASE_EMPTY');
  });

  test('refuses a PostgreSQL with keys beside an empty log', async () => {
    await first.pool.query(`INSERT INTO vault.subject_keys (subject_id, wrapped_key) VALUES ('u1', '\\x00')`);
    expect(await refusalOf(first, createMemoryEventStore())).toBe('LOG_EMPTY');
  });

  test('refuses a checkpoint whose event the log lacks, even with a matching identity stream', async () => {
    const store = await bound();
    await first.pool.query(`INSERT INTO lastro.named_checkpoints (projection, stream, revision, event_id, event_commit,
      event_prepare, position_commit, position_prepare) VALUES ('accounts', 'user-u1', 0, 'event1', 9, 9, 9, 9)`);
    expect(await refusalOf(first, store)).toBe('CHECKPOINT_ABSENT');
  });

  test('refuses a ledger of a later format', async () => {
    const store = createMemoryEventStore();
    const later = { id: 'b6a0f8b4-0000-4000-8000-000000000001', event: event('LedgerOpened', { format: 2 }) };
    await store.append(LEDGER_STREAM, 'no_stream', [proposedIdentity(later)]);
    expect(await refusalOf(first, store)).toBe('FORMAT_UNKNOWN');
  });

  test('decides by two looks, and a former leader that still answers causes no refusal', async () => {
    const store = await bound();
    const older = await copyOf(store);
    await lead(started(first, store));
    const process = started(first, older, { fresh: store });
    const start = process.start();
    await eventually(() => process.time.rests.length > 0);
    process.time.pass(30_000);
    await start;
    expect(process.standing().is).toBe('RIGHT');
  });
});

describe('a start whose log and rows are one database', () => {
  const embedded = (store: EventStore): Process => started(first, store, { isEmbedded: true });

  test('opens the ledger once when several start, and writes no row', async () => {
    const store = createMemoryEventStore();
    await Promise.all([embedded(store).start(), embedded(store).start()]);
    expect(await identityOf(store)).toEqual(['LedgerOpened']);
    const process = embedded(store);
    await process.start();
    await lead(process);
    const [opened] = await store.readStream(LEDGER_STREAM);
    expect(await identityOf(store)).toEqual(['LedgerOpened']);
    expect(opened?.data).toMatchObject({ ledgerId: process.ledgerId() });
    expect(await rowOf(first)).toBeNull();
    expect(await process.store.append('user-u9', 'no_stream', [work()])).toMatchObject({ outcome: 'appended' });
  });

  test('removes the row of the former version with an event that was not written', async () => {
    const store = await bound();
    await lead(started(first, store));
    await first.pool.query(`UPDATE lastro.pair SET coming = '{"id": "x", "event": {"type": "LedgerLed", "data": {}}}'`);
    await embedded(store).start();
    expect([await rowOf(first), await identityOf(store)]).toEqual([null, ['LedgerOpened', 'LedgerLed']]);
  });

  test('refuses a database whose log is in an event store', async () => {
    await bound();
    expect(await refusalOf(first, createMemoryEventStore(), true)).toBe('STORE_NOT_NAMED');
  });

  test('refuses a log without the event of a checkpoint', async () => {
    const store = createMemoryEventStore();
    await embedded(store).start();
    await first.pool.query(`INSERT INTO lastro.named_checkpoints (projection, stream, revision, event_id, event_commit,
      event_prepare, position_commit, position_prepare) VALUES ('accounts', 'user-u1', 0, 'event1', 9, 9, 9, 9)`);
    expect(await refusalOf(first, store, true)).toBe('CHECKPOINT_ABSENT');
  });
});

describe('an election that a process left half written', () => {
  const halfWritten = async (isInLog: boolean): Promise<EventStore> => {
    const store = await bound();
    const row = await rowOf(first);
    const event = { type: 'LedgerLed', data: { ledgerId: row?.ledgerId, term: 1, ledAt: '2026-11-20T12:00:00.000Z' } };
    const coming = { id: '6b1c8d9e-0000-4000-8000-000000000002', event };
    await first.pool.query('UPDATE lastro.pair SET coming = $1', [coming]);
    if (isInLog) await store.append(LEDGER_STREAM, 0, [proposedIdentity(coming as never)]);
    return store;
  };

  test.each([false, true])('is settled by the next start, even when its event is in the log: %s', async (isInLog) => {
    const store = await halfWritten(isInLog);
    await started(first, store).start();
    expect(await identityOf(store)).toEqual(['LedgerOpened', 'LedgerLed']);
    expect(await rowOf(first)).toMatchObject({ state: 'BOUND', coming: null, last: { revision: 1 } });
  });
});
