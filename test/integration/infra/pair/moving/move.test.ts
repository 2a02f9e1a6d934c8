import type { EventStore, Proposed } from '../../../../../commands/ports/event-store';
import { systemClock } from '../../../../../infra/clock';
import type { VerbatimStore } from '../../../../../infra/event-store/client/verbatim/verbatim-store';
import { createMemoryEventStore } from '../../../../../infra/event-store/memory';
import { randomIds } from '../../../../../infra/ids';
import { createLooking } from '../../../../../infra/pair/looking';
import { createLogCopy } from '../../../../../infra/pair/moving/copying/log-copy';
import { cancelMove, type MoveDeps, moveLedger } from '../../../../../infra/pair/moving/move';
import { createMovedRows } from '../../../../../infra/pair/moving/moved-rows';
import { checkpointKeeper } from '../../../../../infra/projections/waiting/checkpoint-keeper';
import { silent } from '../../../../infra/projections/fixture';
import { eventually, eventuallyOrOver, manualTime } from '../manual-time';
import { away, awayStore, identityOf, rowOf } from '../pair-world';
import { appends, useServices } from '../services';

const { first, started, running } = useServices();
const QUIET_MS = 75_000;
const PATIENCE_MS = 30_000;
const TO = 'target.example:2113';
const BY = { actor: 'ana', reason: 'too slow', to: TO };

const verbatim = (store: EventStore): VerbatimStore => ({
  readAll: (after) => store.readAll(after),
  append: (stream, expected, records) => store.append(stream, expected, records as unknown as readonly Proposed[]),
  readStream: store.readStream,
  close: async () => undefined,
});

/** The command, on a ledger with three events of work in `source`. */
const commandOn = async (source: EventStore, target: EventStore, differences: Partial<MoveDeps> = {}) => {
  const { pool, url } = first();
  const time = manualTime();
  const { signal } = new AbortController();
  const keeper = checkpointKeeper({ pool, onParked: () => undefined });
  const connect = () => ({ ...source, close: async () => undefined });
  const ledgerId = (await rowOf(first()))?.ledgerId ?? '';
  const steps: string[] = [];
  const deps: MoveDeps = {
    ...{ pool, store: source, keeper, clock: systemClock, ids: randomIds, nowMs: time.nowMs },
    takeLook: createLooking({ pool, store: source, connect, keeper, nowMs: time.nowMs }),
    ...{ rest: (ms) => time.rest(ms, signal), isStopping: () => false, isAlone: () => true },
    isAway: (error) => (error as Error).message === away().message,
    parked: async () => [],
    target: { store: target, log: createLogCopy({ source: verbatim(source), target: verbatim(target), ledgerId }) },
    rows: createMovedRows({ databaseUrl: url, logger: silent }),
    onProgress: ({ step }) => {
      if (steps.at(-1) !== step) steps.push(step);
    },
    ...differences,
  };
  return { deps, time, steps };
};

const used = async () => {
  const service = await running();
  for (let event = 0; event < 3; event += 1) await appends(service);
  await service.close();
  return service.log;
};

const quietly = async ({ time }: Awaited<ReturnType<typeof commandOn>>, work: Promise<void>): Promise<void> => {
  await eventuallyOrOver(() => time.rests.includes(QUIET_MS), work);
  time.pass(QUIET_MS);
  await work;
};

const workIn = async (store: EventStore): Promise<readonly string[]> => {
  const ids: string[] = [];
  for await (const { id, stream } of store.readAll({ commit: -1n, prepare: -1n })) {
    if (stream.startsWith('user-')) ids.push(id);
  }
  return ids;
};

const startOf = async (store: EventStore): Promise<string> => {
  const service = started(first(), store);
  const start = service.start().then(
    () => 'started',
    (error: unknown) => (error as Error).message,
  );
  await eventuallyOrOver(() => service.time.rests.includes(PATIENCE_MS), start);
  service.time.pass(PATIENCE_MS);
  return start;
};

const STEPS = [
  ...['WRITE_ROW', 'COPY', 'APPEND', 'AWAIT_QUIET', 'COMPARE', 'PUT_BESIDE', 'APPEND_TO_TARGET', 'PUT_IN_PLACE'],
] as const;

describe('E13: a ledger moves', () => {
  test('with everything, and lives in the target alone', async () => {
    const [source, target] = [await used(), createMemoryEventStore()];
    const command = await commandOn(source, target);
    await quietly(command, moveLedger(command.deps, TO));
    expect([...new Set(command.steps)]).toEqual(STEPS);
    expect(await workIn(target)).toEqual(await workIn(source));
    expect(await identityOf(source)).toEqual(['LedgerOpened', 'LedgerLed', 'LedgerMoved']);
    expect(await identityOf(target)).toEqual(['LedgerOpened']);
    expect(await rowOf(first())).toMatchObject({ state: 'BOUND', last: { revision: 0 }, coming: null, move: null });
    expect(await startOf(source)).toContain(`has moved to ${TO}`);
    expect(await startOf(target)).toBe('started');
  });

  test('with the last loss that was accepted, which stands in the stream that stays behind', async () => {
    const [source, target] = [await used(), createMemoryEventStore()];
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
    const command = await commandOn(source, target, { store });
    await quietly(command, moveLedger(command.deps, TO));
    const [opened] = await target.readStream('ledger-identity');
    expect(opened?.data).toMatchObject({ arrival: { loss: { lostSince: 'then', acceptedAt: 'later' } } });
  });

  test.each(STEPS)('goes on where it was broken off before %s', async (brokenAt) => {
    const [source, target] = [await used(), createMemoryEventStore()];
    const killed = await commandOn(source, target, {
      onProgress: ({ step }) => {
        if (step === brokenAt) throw new Error('killed');
      },
    });
    await expect(quietly(killed, moveLedger(killed.deps, TO))).rejects.toThrow('killed');
    if (brokenAt !== 'WRITE_ROW') {
      expect(await startOf(source)).toMatch(/has begun and not ended/);
      expect(await startOf(target)).toMatch(/has begun and not ended/);
    }
    const again = await commandOn(source, target);
    await quietly(again, moveLedger(again.deps, TO));
    expect(await workIn(target)).toEqual(await workIn(source));
    expect(await identityOf(target)).toEqual(['LedgerOpened']);
    expect(await startOf(target)).toBe('started');
    const twice = await commandOn(source, target);
    await moveLedger(twice.deps, TO);
    expect(twice.steps).toEqual([]);
  });

  test('not without the lock, not to a store with another ledger, not with a parked stream: nothing is written', async () => {
    const source = await used();
    const row = await rowOf(first());
    const held = await commandOn(source, createMemoryEventStore(), { isAlone: () => false });
    await expect(moveLedger(held.deps, TO)).rejects.toThrow('lock');
    const taken = createMemoryEventStore();
    await appends({ store: taken });
    const other = await commandOn(source, taken);
    await expect(moveLedger(other.deps, TO)).rejects.toThrow(`${TO} holds events that this move did not bring`);
    const parked = await commandOn(source, createMemoryEventStore(), { parked: async () => ['user-7'] });
    await expect(moveLedger(parked.deps, TO)).rejects.toThrow('user-7');
    expect(await rowOf(first())).toEqual(row);
  });

  test('not, and says so after 30 s, while a store is away', async () => {
    const source = await used();
    const command = await commandOn(source, awayStore());
    const refused = moveLedger(command.deps, TO).catch((error: unknown) => (error as Error).message);
    await eventually(() => command.time.rests.length > 0);
    command.time.pass(PATIENCE_MS);
    expect(await refused).toContain('The event store is away. The same command goes on from here.');
  });
});

describe('E13: a move is cancelled', () => {
  const brokenAfterLeaving = async () => {
    const [source, target] = [await used(), createMemoryEventStore()];
    const onProgress: MoveDeps['onProgress'] = ({ step }) => {
      if (step === 'COMPARE') throw new Error('killed');
    };
    const killed = await commandOn(source, target, { onProgress });
    await expect(quietly(killed, moveLedger(killed.deps, TO))).rejects.toThrow('killed');
    return { source, target };
  };

  test('the source has the ledger again, and it can never arrive in the target', async () => {
    const { source, target } = await brokenAfterLeaving();
    await cancelMove((await commandOn(source, target)).deps, BY);
    expect(await identityOf(source)).toEqual(['LedgerOpened', 'LedgerLed', 'LedgerMoved', 'LedgerAttached']);
    expect(await identityOf(target)).toEqual(['LedgerMoveCancelled']);
    expect(await startOf(target)).not.toBe('started');
    expect(await startOf(source)).toBe('started');
    const again = await commandOn(source, target);
    await expect(moveLedger(again.deps, TO)).rejects.toThrow('holds');
  });

  test('with a target that is destroyed, which is not asked', async () => {
    const { source } = await brokenAfterLeaving();
    const command = await commandOn(source, awayStore(), { target: null });
    await cancelMove(command.deps, { ...BY, to: null });
    expect(await startOf(source)).toBe('started');
  });

  test('not of another store, and not once the ledger has arrived', async () => {
    const { source, target } = await brokenAfterLeaving();
    const command = await commandOn(source, target);
    await expect(cancelMove(command.deps, { ...BY, to: 'other.example:2113' })).rejects.toThrow(`to ${TO} has begun`);
    const killed = await commandOn(source, target, {
      onProgress: ({ step }) => {
        if (step === 'PUT_IN_PLACE') throw new Error('killed');
      },
    });
    await expect(quietly(killed, moveLedger(killed.deps, TO))).rejects.toThrow('killed');
    await expect(cancelMove(command.deps, BY)).rejects.toThrow(`the ledger is live in ${TO}`);
  });
});
