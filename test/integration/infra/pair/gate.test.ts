import { createMemoryEventStore } from '../../../../infra/event-store/memory';
import { offering } from '../../../doubles/scripted-provider';
import { eventually } from './manual-time';
import { cloneRow, HELD, rowOf, work } from './pair-world';
import { appends, REFUSED, type Running, useServices } from './services';

const { first, second, started, running } = useServices();

describe('appends', () => {
  test('write nothing but LedgerOpened until the pair is bound, and the first append binds it', async () => {
    const log = createMemoryEventStore();
    const process = started(first(), log);
    const types: string[] = [];
    const { append } = log;
    Object.assign(log, {
      append: (...given: Parameters<typeof append>) => {
        types.push(...given[2].map(({ type }) => type));
        return append(...given);
      },
    });
    await appends(process);
    expect(types).toEqual(['LedgerOpened', 'UserBlocked']);
  });

  test('name their ledger in each event after the opening', async () => {
    const service = await running();
    await service.store.append('user-named', 'no_stream', [work(), work()]);
    const ledgerId = (await rowOf(first()))?.ledgerId;
    const events = [
      ...(await service.log.readStream('user-named')),
      ...(await service.log.readStream('ledger-identity')),
    ];
    expect(events.map(({ metadata }) => metadata.ledgerId)).toEqual([ledgerId, ledgerId, ledgerId, ledgerId]);
  });
});

describe('money', () => {
  const looksOf = (service: Running): string[] => {
    const looks: string[] = [];
    service.old.now = {
      ...service.log,
      readStream: (stream, from) => {
        looks.push(`${stream}@${from ?? 0}`);
        return service.log.readStream(stream, from);
      },
      head: async () => {
        looks.push('head');
        return service.log.head();
      },
    };
    return looks;
  };

  test('is dispatched without a look for 5 s, then after one at the end of the identity stream', async () => {
    const service = await running();
    const looks = looksOf(service);
    await appends(service, 'PayoutDispatched');
    service.time.pass(5_000);
    await appends(service, 'PayoutDispatched');
    expect(looks).toEqual([]);
    service.time.pass(1);
    await appends(service, 'PayoutDispatched');
    expect(looks).toEqual(['ledger-identity@1']);
  });

  test('gets the complete look each minute despite the looks before dispatches', async () => {
    const service = await running();
    const looks = looksOf(service);
    for (let seconds = 0; seconds < 54; seconds += 6) {
      service.time.pass(6_000);
      await appends(service, 'PayoutDispatched');
    }
    expect(looks).not.toContain('head');
    service.time.pass(6_000);
    await eventually(() => looks.includes('head'));
  });

  test('is not dispatched by fence or order when another PostgreSQL leads', async () => {
    const service = await running();
    const sent: string[] = [];
    const bank = { name: 'bank', mode: 'sandbox', kinds: ['PIX_KEY'], create: async () => void sent.push('order') };
    const providers = service.gated(offering(bank as never), 'create');
    const orders = () => providers.named('bank', 'sandbox')?.create({} as never, {} as never);
    await orders();
    expect(sent).toEqual(['order']);
    await cloneRow(first(), second());
    await running(service.log, 1);
    service.time.pass(5_001);
    await expect(appends(service, 'PayoutDispatched')).rejects.toThrow(REFUSED);
    await expect(orders()).rejects.toThrow(REFUSED);
    expect(sent).toEqual(['order']);
  });
});

describe('the lock of the ledger', () => {
  const LOST = { because: 'lost', isTaken: false, sinceMs: 0 };
  const withLock = () => {
    const lock = { isHeld: true, changed: (): void => undefined };
    const begin = async (onChange: () => void): Promise<void> => {
      lock.changed = onChange;
    };
    const hold = { ...HELD, isHeld: () => lock.isHeld, unheld: () => (lock.isHeld ? null : LOST), begin };
    return { lock, process: started(first(), createMemoryEventStore(), { hold }) };
  };

  test('stops appends and dispatches while it is lost, and allows both when it is back', async () => {
    const { lock, process } = withLock();
    await appends(process);
    lock.isHeld = false;
    await expect(appends(process)).rejects.toThrow(REFUSED);
    await expect(appends(process, 'PayoutDispatched')).rejects.toThrow(REFUSED);
    lock.changed();
    lock.isHeld = true;
    expect(process.standing().is).toBe('AWAY');
    await appends(process, 'PayoutDispatched');
    expect(process.standing().is).toBe('RIGHT');
  });

  test('delays a start without it for 30 s, which then fails and binds nothing', async () => {
    const { lock, process } = withLock();
    lock.isHeld = false;
    const failed = process.start().catch((error: unknown) => (error as Error).message);
    await eventually(() => process.time.rests.length > 0);
    process.time.pass(30_000);
    expect(await failed).toBe('PostgreSQL and the log are not verified as a pair: lost');
    expect(await rowOf(first())).toBeNull();
  });

  test('stops the projector of a process without it until it is back', async () => {
    const { lock, process } = withLock();
    await process.start();
    const signal = new AbortController().signal;
    const over = process.tenure.over(signal);
    lock.isHeld = false;
    lock.changed();
    expect([await over, process.mayWork()]).toEqual([expect.stringMatching(/lock of the ledger was lost/), false]);
    await expect(process.tenure.begin(signal)).rejects.toThrow(
      'PostgreSQL and the log are not verified as a pair: lost',
    );
    const standsAgain = process.tenure.untilRight(signal).then(() => lock.isHeld);
    process.time.pass(1_000);
    await eventually(() => process.standing().is === 'RIGHT');
    lock.changed();
    lock.isHeld = true;
    process.time.pass(1_000);
    expect([await standsAgain, process.mayWork()]).toEqual([true, true]);
    await process.tenure.begin(signal);
  });
});
