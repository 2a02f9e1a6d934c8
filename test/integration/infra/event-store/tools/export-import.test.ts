import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { LEDGER_STREAM } from '../../../../../aggregates/ledger/ledger';
import type { EventStore, Proposed } from '../../../../../commands/ports/event-store';
import { systemClock } from '../../../../../infra/clock';
import type { VerbatimStore } from '../../../../../infra/event-store/client/verbatim/verbatim-store';
import { createMemoryEventStore } from '../../../../../infra/event-store/memory';
import { type ExportDeps, exportLedger } from '../../../../../infra/event-store/tools/export-ledger';
import { type ImportDeps, importLedger } from '../../../../../infra/event-store/tools/import-ledger';
import { randomIds } from '../../../../../infra/ids';
import { silent } from '../../../../infra/projections/fixture';
import { eventuallyOrOver, passingTime } from '../../pair/manual-time';
import { depsOn, identityOf, type Process, processOn, rowOf } from '../../pair/pair-world';
import { appends } from '../../pair/services';
import { openDatabase } from './placing-world';

type Database = Awaited<ReturnType<typeof openDatabase>>;

const folder = mkdtempSync(path.join(tmpdir(), 'lastro-export-'));
const file = path.join(folder, 'ledger.jsonl');
let database: Database;
let other: Database;

beforeAll(async () => {
  [database, other] = await Promise.all([openDatabase(), openDatabase()]);
});
afterEach(() => Promise.all([database, other].map(({ pool }) => pool.query('TRUNCATE lastro.pair'))));
afterAll(async () => {
  await Promise.all([database.close(), other.close()]);
  rmSync(folder, { recursive: true });
});

const verbatim = (store: EventStore): VerbatimStore => ({
  readAll: (after) => store.readAll(after),
  append: (stream, expected, records) => store.append(stream, expected, records as unknown as readonly Proposed[]),
  readStream: store.readStream,
  close: async () => undefined,
});

const started = async (store: EventStore, isEmbedded: boolean): Promise<Process> => {
  const process = processOn(database, store, { isEmbedded });
  const start = process.start();
  await eventuallyOrOver(() => process.time.rests.includes(30_000), start);
  process.time.pass(30_000);
  await start.catch(async (error: unknown) => {
    await process.close();
    throw error;
  });
  return process;
};

/** A ledger with an election, where there are any, and three events of work. */
const worked = async (isEmbedded = false): Promise<EventStore> => {
  const store = createMemoryEventStore();
  const process = await started(store, isEmbedded);
  await process.tenure.begin(new AbortController().signal);
  for (let event = 0; event < 3; event += 1) await appends(process);
  await process.close();
  return store;
};

const exportFrom = (store: EventStore, isEmbedded = false, others: Partial<ExportDeps> = {}) => {
  const { pool } = database;
  const deps: ExportDeps = {
    ...{ ...depsOn(pool, store, passingTime()), isEmbedded, source: verbatim(store), ...others },
  };
  return exportLedger(deps, file);
};

const importTo = (store: EventStore, isEmbedded = false, others: Partial<ImportDeps> = {}, into = database) => {
  const deps: ImportDeps = {
    ...{ pool: into.pool, databaseUrl: into.url, logger: silent, store, target: verbatim(store), isEmbedded },
    ...{ clock: systemClock, emptyTarget: async () => undefined, onCopied: () => undefined, ...others },
  };
  return importLedger(deps, file);
};

const workIn = async (store: EventStore): Promise<readonly string[]> => {
  const ids: string[] = [];
  for await (const { id, stream } of store.readAll({ commit: -1n, prepare: -1n })) {
    if (stream.startsWith('user-')) ids.push(id);
  }
  return ids;
};

const startOf = (store: EventStore, isEmbedded = false): Promise<string> =>
  started(store, isEmbedded).then(
    async (process) => {
      await process.close();
      return 'started';
    },
    (error: unknown) => (error as Error).message,
  );

describe('a ledger is exported and imported', () => {
  test.each([
    ['from one event store to another', false, false],
    ['from the database to an event store', true, false],
    ['from an event store to the database', false, true],
    ['from the database to a new log in it', true, true],
  ])('%s, complete, and then works only at the target', async (_way, fromEmbedded, toEmbedded) => {
    const [source, target] = [await worked(fromEmbedded), createMemoryEventStore()];
    const { ledgerId, events } = await exportFrom(source, fromEmbedded);
    expect(await startOf(source, fromEmbedded)).toContain('has left this event store by an export to ledger.jsonl');
    expect(await startOf(target, toEmbedded)).not.toBe('started');
    expect(await importTo(target, toEmbedded)).toMatchObject({ ledgerId, events });
    expect([await workIn(target), events]).toEqual([await workIn(source), 3]);
    expect((await identityOf(source)).at(-1)).toBe('LedgerMoved');
    const [opened] = await target.readStream(LEDGER_STREAM);
    expect(opened).toMatchObject({ type: 'LedgerOpened', data: { ledgerId, arrival: { count: 3 } } });
    const row = { ledgerId, state: 'BOUND', last: { id: opened?.id, revision: 0 }, coming: null };
    expect(await rowOf(database)).toEqual(toEmbedded ? null : row);
    expect(await startOf(source, fromEmbedded)).not.toBe('started');
    expect(await startOf(target, toEmbedded)).toBe('started');
    await importTo(target, toEmbedded);
    expect(await identityOf(target)).toEqual(['LedgerOpened']);
  });

  test('completes the export after an election that a command left half-written', async () => {
    const source = await worked();
    const event = {
      type: 'LedgerLed',
      data: { ledgerId: (await rowOf(database))?.ledgerId, term: 2, ledAt: '2026-11-20T12:00:00.000Z' },
    };
    await database.pool.query('UPDATE lastro.pair SET coming = $1', [{ id: randomIds.uuid(), event }]);
    await exportFrom(source);
    expect(await identityOf(source)).toEqual(['LedgerOpened', 'LedgerLed', 'LedgerLed', 'LedgerMoved']);
    await importTo(createMemoryEventStore());
  });

  test('keeps the last accepted loss, without its stream', async () => {
    const source = await worked();
    const attached = { actor: 'ana', reason: 'the disk is gone', lostSince: 'then', attachedAt: 'later' };
    const store: EventStore = {
      ...source,
      readStream: async (stream, from) =>
        (await source.readStream(stream, from)).map((event) =>
          event.type === 'LedgerLed'
            ? { ...event, type: 'LedgerAttached', data: { ledgerId: event.data.ledgerId, ...attached } }
            : event,
        ),
    };
    await exportFrom(store);
    const target = createMemoryEventStore();
    await importTo(target);
    const [opened] = await target.readStream(LEDGER_STREAM);
    expect(opened?.data).toMatchObject({ arrival: { loss: { lostSince: 'then', acceptedAt: 'later' } } });
  });

  test('repeats the same export when its file was lost', async () => {
    const source = await worked();
    const first = await exportFrom(source);
    expect(await exportFrom(source)).toEqual(first);
    expect(await identityOf(source)).toEqual(['LedgerOpened', 'LedgerLed', 'LedgerMoved']);
  });

  test('refuses an incomplete stream, and closes nothing', async () => {
    const source = await worked();
    const harmed: Pick<VerbatimStore, 'readAll'> = { readAll: (after) => withoutFirst(source.readAll(after)) };
    await expect(exportFrom(source, false, { source: harmed })).rejects.toThrow('cannot be copied completely: user-');
    expect(await startOf(source)).toBe('started');
  });
});

async function* withoutFirst(events: ReturnType<EventStore['readAll']>) {
  let isLater = false;
  for await (const event of events) {
    if (!event.stream.startsWith('user-')) continue;
    yield isLater ? event : { ...event, revision: 1 };
    isLater = true;
  }
}

describe('an import that broke off', () => {
  test('starts again in an empty store when it broke before the opening of the ledger', async () => {
    const source = await worked();
    await exportFrom(source);
    const target = createMemoryEventStore();
    const dies = { ...verbatim(target) };
    let appended = 0;
    dies.append = async (...given) => {
      appended += 1;
      if (appended === 2) throw new Error('killed');
      return verbatim(target).append(...given);
    };
    await expect(importTo(target, false, { target: dies })).rejects.toThrow('killed');
    expect(await startOf(target)).not.toBe('started');
    await expect(importTo(target)).rejects.toThrow('Repeat the import into an empty store');
    const empty = createMemoryEventStore();
    await importTo(empty);
    expect([await workIn(empty), await startOf(empty)]).toEqual([await workIn(source), 'started']);
  });

  test.each([
    false,
    true,
  ])('continues when it broke between the opening and PostgreSQL (embedded: %s)', async (isEmbedded) => {
    await exportFrom(await worked());
    const target = createMemoryEventStore();
    const append: EventStore['append'] = async (...given) => {
      await target.append(...given);
      throw new Error('killed');
    };
    await expect(importTo(target, isEmbedded, { store: { append } })).rejects.toThrow('killed');
    expect(await startOf(target, isEmbedded)).not.toBe('started');
    await importTo(target, isEmbedded);
    expect(await startOf(target, isEmbedded)).toBe('started');
  });

  test('is refused with a PostgreSQL other than the one that the ledger left', async () => {
    await exportFrom(await worked());
    const target = createMemoryEventStore();
    await expect(importTo(target, false, {}, other)).rejects.toThrow('did not leave this PostgreSQL');
    expect(await workIn(target)).toEqual([]);
  });
});
