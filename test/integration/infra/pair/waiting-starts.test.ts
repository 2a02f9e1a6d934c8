import { isRefusedPair } from '../../../../commands/pair/refusal';
import { createMemoryEventStore } from '../../../../infra/event-store/memory';
import { eventually } from './manual-time';
import { awayStore, identityOf, processOn, switchable, work } from './pair-world';
import { useServices } from './services';

const { first, second, started } = useServices();

describe('a start that takes its time', () => {
  test('asks an unreachable store again, and names it when it stays unreachable', async () => {
    const { store, wire } = switchable(awayStore());
    const process = started(first(), store);
    const start = process.start();
    await eventually(() => process.time.rests.length > 0);
    wire.now = createMemoryEventStore();
    process.time.pass(250);
    await start;
    const never = started(second(), awayStore());
    const ended = never.start().catch(String);
    await eventually(() => never.time.rests.length > 0);
    never.time.pass(30_000);
    expect(await ended).toMatch(/not verified as a pair: the event store: The event store is unreachable/);
  });

  test('binds a new pair, and delays a process with a wrong pair only at a write', async () => {
    const store = createMemoryEventStore();
    const process = started(first(), store);
    await process.tryStart();
    expect(process.standing().is).toBe('RIGHT');
    const wrong = started(first(), createMemoryEventStore());
    await wrong.tryStart();
    expect(wrong.standing().is).toBe('DOUBTED');
    const append = wrong.store.append('user-u1', 'no_stream', [work()]).catch(String);
    await eventually(() => wrong.time.rests.length > 0);
    wrong.time.pass(30_000);
    expect(await append).toMatch(/no events of a ledger/);
  });

  test('ends at a stop', async () => {
    const process = processOn(first(), awayStore());
    const ended = process.start().catch(String);
    await eventually(() => process.time.rests.length > 0);
    await process.close();
    expect(await ended).toMatch(/stops before/);
  });
});

describe('several first starts', () => {
  test('open one ledger with a shared row on one PostgreSQL', async () => {
    const store = createMemoryEventStore();
    const both = [started(first(), store), started(first(), store), started(first(), store)];
    const passing = setInterval(() => {
      for (const { time } of both) time.pass(10);
    }, 1);
    await Promise.all(both.map((process) => process.start())).finally(() => clearInterval(passing));
    expect(await identityOf(store)).toEqual(['LedgerOpened']);
  });

  test('let one of two PostgreSQLs on one log win, and refuse the other', async () => {
    const store = createMemoryEventStore();
    const both = [started(first(), store), started(second(), store)];
    const ends = both.map((process) =>
      process.start().then(
        () => 'it starts',
        (error: unknown) => (isRefusedPair(error) ? error.refusal.because : String(error)),
      ),
    );
    await eventually(() => both.some(({ time }) => time.rests.includes(30_000)));
    for (const { time } of both) time.pass(30_000);
    const outcomes = (await Promise.all(ends)).sort();
    expect(outcomes[1]).toBe('it starts');
    expect(['OTHER_LEDGER', 'DATABASE_EMPTY', 'OPENING_TAKEN']).toContain(outcomes[0]);
    expect(await identityOf(store)).toEqual(['LedgerOpened']);
  });
});
