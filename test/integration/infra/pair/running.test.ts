import type { EventStore } from '../../../../commands/ports/event-store';
import { createMemoryEventStore } from '../../../../infra/event-store/memory';
import { eventually } from './manual-time';
import { away, awayStore, cloneRow, copyOf, emptied, identityOf, rowOf } from './pair-world';
import { appends, REFUSED, type Running, untilStanding, useServices } from './services';

const { first, second, started, running } = useServices();

/** When the first look of two found the pair right again. */
const agreedMs = (service: Running): number | null => {
  const standing = service.standing();
  return standing.is === 'WRONG' ? standing.agreedMs : null;
};

describe('a pair that becomes wrong under a running service', () => {
  test.each([
    ['an older copy', (log: EventStore) => copyOf(log, 1), 'OLDER_COPY'],
    ['a store that was wiped', async () => createMemoryEventStore(), 'LEDGER_ABSENT'],
  ])('%s: stops writes within a minute, and is WRONG 30 s later', async (_what, become, because) => {
    const service = await running();
    service.become(await become(service.log));
    await untilStanding(service, 'DOUBTED', 60_000);
    expect(service.mayWork()).toBe(false);
    await expect(appends(service)).rejects.toThrow(REFUSED);
    await untilStanding(service, 'WRONG', 30_000);
    expect(service.standing()).toMatchObject({ refusal: { because } });
    await expect(appends(service)).rejects.toThrow(REFUSED);
  });

  test('continues to compare, and works again after two equal comparisons 30 s apart', async () => {
    const service = await running();
    service.become(await copyOf(service.log, 1));
    await untilStanding(service, 'DOUBTED', 60_000);
    await untilStanding(service, 'WRONG', 30_000);
    service.become(service.log);
    service.time.pass(30_000);
    await eventually(() => agreedMs(service) !== null);
    await expect(appends(service)).rejects.toThrow(REFUSED);
    await untilStanding(service, 'RIGHT', 30_000);
    expect(await appends(service)).toMatchObject({ outcome: 'appended' });
  });

  test('stops the work for 30 s without a refusal when a cut-off leader still answers', async () => {
    const service = await running();
    service.old.now = await copyOf(service.log, 1);
    await untilStanding(service, 'DOUBTED', 60_000);
    await expect(appends(service)).rejects.toThrow(REFUSED);
    await untilStanding(service, 'RIGHT', 30_000);
    expect(service.mayWork()).toBe(true);
  });

  test('stops the former of two PostgreSQLs on one log at its next comparison', async () => {
    const service = await running();
    await cloneRow(first(), second());
    const clone = await running(service.log, 1);
    expect(await identityOf(service.log)).toEqual(['LedgerOpened', 'LedgerLed', 'LedgerLed']);
    await untilStanding(service, 'DOUBTED', 60_000);
    await untilStanding(service, 'WRONG', 30_000);
    expect(service.standing()).toMatchObject({
      refusal: { because: 'LED_ELSEWHERE', words: expect.stringContaining('term 2') },
    });
    expect(clone.standing().is).toBe('RIGHT');
  });

  test('distinguishes a replaced PostgreSQL from the one of the start', async () => {
    const service = await running();
    await emptied(first());
    const other = createMemoryEventStore();
    const anew = started(first(), other);
    await anew.start();
    service.become(other);
    await untilStanding(service, 'DOUBTED', 60_000);
    expect(service.standing()).toMatchObject({ refusal: { because: 'DATABASE_CHANGED' } });
  });

  test('raises no doubt when its own PostgreSQL is elected during a look', async () => {
    const service = await running();
    const other = started(first(), service.log);
    await other.start();
    let reads = 0;
    service.old.now = {
      ...service.log,
      readStream: async (...given) => {
        reads += 1;
        if (reads === 1) await other.tenure.begin(new AbortController().signal);
        return service.log.readStream(...given);
      },
    };
    service.time.pass(66_000);
    expect(await appends(service)).toMatchObject({ outcome: 'appended' });
    expect(service.standing().is).toBe('RIGHT');
  });

  test('lets a process lead after another one overtook its election', async () => {
    const service = await running();
    const other = started(first(), service.log);
    await other.start();
    const signal = new AbortController().signal;
    let hasOvertaken = false;
    service.old.now = {
      ...service.log,
      append: async (...given) => {
        const result = await service.log.append(...given);
        if (!hasOvertaken) {
          hasOvertaken = true;
          await other.tenure.begin(signal);
        }
        return result;
      },
    };
    await service.tenure.begin(signal);
    const stream = await service.log.readStream('ledger-identity');
    expect(stream.at(-1)?.id).toBe((await rowOf(first()))?.last?.id);
    expect(new Set(stream.map(({ id }) => id)).size).toBe(stream.length);
  });

  test('is checked again when the projector finds another log', async () => {
    const service = await running();
    service.become(await copyOf(service.log, 1));
    service.tenure.doubt();
    await untilStanding(service, 'DOUBTED', 1_000);
  });

  test('refuses an election that finds it wrong, and no process leads', async () => {
    const service = await running();
    service.become(await copyOf(service.log, 1));
    await expect(service.tenure.begin(new AbortController().signal)).rejects.toThrow(/older copy/);
    expect(service.standing().is).toBe('DOUBTED');
  });

  test('ends the tenure of the projector', async () => {
    const service = await running();
    const signal = new AbortController().signal;
    const over = service.tenure.over(signal);
    service.become(await copyOf(service.log, 1));
    service.time.pass(60_000);
    expect(await over).toMatch(/not verified as a pair/);
    const standsAgain = service.tenure.untilRight(signal);
    service.become(service.log);
    service.time.pass(30_000);
    await standsAgain;
    expect(service.standing().is).toBe('RIGHT');
  });
});

describe('a store that is away', () => {
  test('delays the next append for a look when an append got no answer', async () => {
    const service = await running();
    service.old.now = { ...service.log, append: async () => ({ outcome: 'unknown', cause: 'silence' }) };
    expect(await appends(service)).toMatchObject({ outcome: 'unknown' });
    expect(service.standing().is).toBe('AWAY');
    service.become(await copyOf(service.log, 1));
    await expect(appends(service)).rejects.toThrow(REFUSED);
    expect(service.standing().is).toBe('DOUBTED');
  });

  test('delays an append after a failed read or a cut subscription', async () => {
    const service = await running();
    service.become(awayStore());
    await expect(service.store.readStream('user-u1')).rejects.toThrow(away().message);
    await expect(appends(service)).rejects.toThrow(REFUSED);
    expect(service.standing().is).toBe('AWAY');
    service.become(service.log);
    expect(await appends(service)).toMatchObject({ outcome: 'appended' });
    let cut: ((cause: string) => void) | undefined;
    service.old.now = {
      ...service.log,
      subscribe: (_after, { onDropped }) => {
        cut = onDropped;
        return { stop: async () => undefined };
      },
    };
    service.store.subscribe({ commit: -1n, prepare: -1n }, { onEvents: async () => undefined });
    cut?.('gone');
    expect(service.standing().is).toBe('AWAY');
  });

  test('is tried every second, and its first answer counts', async () => {
    const service = await running();
    service.become(awayStore());
    await expect(service.store.head()).rejects.toThrow(away().message);
    service.become(service.log);
    await untilStanding(service, 'RIGHT', 1_000);
  });

  test('stops writes, as an unavailable PostgreSQL does', async () => {
    const service = await running();
    await first().pool.query('ALTER TABLE lastro.pair RENAME TO pair_away');
    service.time.pass(70_000);
    await expect(appends(service)).rejects.toThrow(REFUSED);
    await first().pool.query('ALTER TABLE lastro.pair_away RENAME TO pair');
    expect(await appends(service)).toMatchObject({ outcome: 'appended' });
  });

  test('invalidates a comparison that began earlier', async () => {
    const service = await running();
    let hasBegun = false;
    let answer: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      answer = () => resolve();
    });
    service.old.now = {
      ...service.log,
      readStream: async (...given) => {
        const events = await service.log.readStream(...given);
        hasBegun = true;
        await held;
        return events;
      },
    };
    service.time.pass(66_000);
    const waiting = appends(service).catch(String);
    await eventually(() => hasBegun);
    service.time.pass(1);
    service.old.now = { ...service.log, head: () => Promise.reject(away()) };
    await service.store.head().catch(() => undefined);
    const older = await copyOf(service.log, 1);
    service.become(older);
    answer();
    expect(await waiting).toMatch(REFUSED);
  });
});
