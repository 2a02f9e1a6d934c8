import { createSignal } from '../../../../../infra/event-store/server/log/signal';
import { createWakeUps } from '../../../../../infra/event-store/server/log/wake-ups';
import { stored } from '../stored';

describe('wake-ups', () => {
  const counting = () => {
    let count = 0;
    const raise = (): void => {
      count += 1;
    };
    return { signal: { raise, wait: async () => undefined }, count: () => count };
  };

  it('wakes the follower of a stream by that stream only', () => {
    const wakeUps = createWakeUps();
    const [everything, mine, other] = [counting(), counting(), counting()];
    wakeUps.register(everything.signal);
    wakeUps.register(mine.signal, 'mine');
    const leave = wakeUps.register(other.signal, 'other');
    wakeUps.written([stored(1, { stream: 'mine' })]);
    expect([everything.count(), mine.count(), other.count()]).toEqual([1, 1, 0]);
    leave();
    wakeUps.written([stored(2, { stream: 'other' })]);
    wakeUps.reloaded();
    expect([everything.count(), mine.count(), other.count()]).toEqual([3, 2, 0]);
  });

  it('keeps a wake-up that comes while the follower is busy', async () => {
    const signal = createSignal();
    signal.raise();
    await signal.wait();
    let woken = false;
    const waiting = signal.wait().then(() => {
      woken = true;
    });
    await Promise.resolve();
    expect(woken).toBe(false);
    signal.raise();
    await waiting;
    expect(woken).toBe(true);
  });
});
