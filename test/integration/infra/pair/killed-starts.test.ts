import type { Pool } from 'pg';
import type { EventStore } from '../../../../commands/ports/event-store';
import { createMemoryEventStore } from '../../../../infra/event-store/memory';
import { Crash, type Fault, faultyStore } from '../../../doubles/faulty-store';
import { emptied, identityOf, openPostgres, type Postgres, processOn, rowOf } from './pair-world';

let postgres: Postgres;

beforeAll(async () => {
  postgres = await openPostgres();
});
afterEach(() => emptied(postgres));
afterAll(() => postgres.close());

/** PostgreSQL as seen by a process that dies when it has asked `count` times: nothing is answered any more. */
const dyingAfter = (pool: Pool, count: number): { readonly pool: Pool; readonly dead: Promise<void> } => {
  let asked = 0;
  let die: () => void = () => undefined;
  const dead = new Promise<void>((resolve) => {
    die = () => resolve();
  });
  const mustLive = (): void => {
    asked += 1;
    if (asked <= count) return;
    die();
    throw new Crash('before PostgreSQL was asked');
  };
  const dying = new Proxy(pool, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      if (name !== 'connect' && name !== 'query') return value.bind(target) as unknown;
      return async (...given: readonly unknown[]) => {
        mustLive();
        return value.apply(target, given) as unknown;
      };
    },
  });
  return { pool: dying, dead };
};

/** A look asks twice, and a start makes some. */
const ASKED_AT_MOST = 14;

const opensOnce = async (store: ReturnType<typeof createMemoryEventStore>): Promise<void> => {
  await startAgain(store);
  expect(await identityOf(store)).toEqual(['LedgerOpened']);
  const [opened] = await store.readStream('ledger-identity');
  expect(await rowOf(postgres)).toMatchObject({ state: 'BOUND', coming: null, last: { id: opened?.id, revision: 0 } });
};

const startAgain = async (store: ReturnType<typeof createMemoryEventStore>): Promise<void> => {
  const process = processOn(postgres, store);
  await process.start();
  await process.close();
};

describe('a first start that is killed', () => {
  test.each(
    Array.from({ length: ASKED_AT_MOST }, (_, asked) => asked),
  )('opens the same ledger at the next start after PostgreSQL had answered %d times', async (asked) => {
    const store = createMemoryEventStore();
    const { pool, dead } = dyingAfter(postgres.pool, asked);
    const killed = processOn({ pool }, store);
    const ledger = async () => (await rowOf(postgres))?.ledgerId;
    await Promise.race([dead, killed.start().catch(() => undefined)]);
    await killed.close();
    const begun = await ledger();
    await opensOnce(store);
    if (begun !== undefined) expect(await ledger()).toBe(begun);
  });

  test.each<Fault>(['crash before', 'crash after'])('opens the ledger once after its append, %s', async (fault) => {
    const store = createMemoryEventStore();
    const killed = processOn(
      postgres,
      faultyStore(store, () => fault),
    );
    await expect(killed.start()).rejects.toThrow(Crash);
    await killed.close();
    await opensOnce(store);
  });

  test.each<Fault>([
    'lost before',
    'lost after',
  ])('repeats its append in the same process when it was %s', async (fault) => {
    const store = createMemoryEventStore();
    const process = processOn(
      postgres,
      faultyStore(store, (count) => (count === 0 ? fault : null)),
    );
    await process.start();
    await process.close();
    expect(await identityOf(store)).toEqual(['LedgerOpened']);
  });
});

describe('an election that is killed', () => {
  const elected = async (pool: Pool, store: EventStore, dead = new Promise<void>(() => undefined)): Promise<void> => {
    const process = processOn({ pool }, store);
    const leads = process.start().then(() => process.tenure.begin(new AbortController().signal));
    void leads.catch(() => undefined);
    try {
      await Promise.race([dead, leads]);
    } finally {
      await process.close();
    }
  };

  test.each(
    Array.from({ length: ASKED_AT_MOST + 4 }, (_, asked) => asked),
  )('leads at the next start after PostgreSQL had answered %d times', async (asked) => {
    const store = createMemoryEventStore();
    await startAgain(store);
    const { pool, dead } = dyingAfter(postgres.pool, asked);
    await elected(pool, store, dead).catch(() => undefined);
    await elected(postgres.pool, store);
    const identity = await identityOf(store);
    expect(identity.slice(0, 2)).toEqual(['LedgerOpened', 'LedgerLed']);
    expect(identity.length).toBeLessThanOrEqual(3);
    const events = await store.readStream('ledger-identity');
    expect(await rowOf(postgres)).toMatchObject({ coming: null, last: { id: events.at(-1)?.id } });
    expect(events.slice(1).map(({ data }) => data)).toMatchObject(
      events.slice(1).map((_, index) => ({ term: index + 1 })),
    );
  });

  test.each<Fault>(['crash before', 'crash after'])('leads at the next start after its append, %s', async (fault) => {
    const store = createMemoryEventStore();
    await startAgain(store);
    const killed = elected(
      postgres.pool,
      faultyStore(store, () => fault),
    );
    await expect(killed).rejects.toThrow(Crash);
    await elected(postgres.pool, store);
    expect((await rowOf(postgres))?.last?.revision).toBe(2);
    expect(await identityOf(store)).toEqual(['LedgerOpened', 'LedgerLed', 'LedgerLed']);
  });
});
