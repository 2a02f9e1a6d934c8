import { createWakeUps } from '../../../../../infra/event-store/server/log/wake-ups';
import { createBell } from '../../../../../infra/timing/bell';
import { stored } from '../stored';

describe('wake-ups', () => {
  const counting = () => {
    let count = 0;
    const ring = (): void => {
      count += 1;
    };
    return { bell: { ring, wait: async () => true }, count: () => count };
  };

  it('wakes the follower of a stream by that stream only', () => {
    const wakeUps = createWakeUps();
    const [everything, mine, other] = [counting(), counting(), counting()];
    wakeUps.register(everything.bell);
    wakeUps.register(mine.bell, 'mine');
    const leave = wakeUps.register(other.bell, 'other');
    wakeUps.written([stored(1, { stream: 'mine' })]);
    expect([everything.count(), mine.count(), other.count()]).toEqual([1, 1, 0]);
    leave();
    wakeUps.written([stored(2, { stream: 'other' })]);
    wakeUps.reloaded();
    expect([everything.count(), mine.count(), other.count()]).toEqual([3, 2, 0]);
  });

  it('keeps a wake-up that comes while the follower is busy', async () => {
    const bell = createBell();
    bell.ring();
    await bell.wait();
    let woken = false;
    const waiting = bell.wait().then(() => {
      woken = true;
    });
    await Promise.resolve();
    expect(woken).toBe(false);
    bell.ring();
    await waiting;
    expect(woken).toBe(true);
  });
});
