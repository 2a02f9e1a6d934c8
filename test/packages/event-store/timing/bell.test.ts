import { createBell } from '../../../../packages/event-store/timing/bell';

/** Longer than any test may last. */
const NEVER_MS = 3_600_000;

/** Whether it is settled once everything that is settled now has been told. */
const isSettled = async (promise: Promise<unknown>): Promise<boolean> => {
  let settled = false;
  void promise.then(() => {
    settled = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  return settled;
};

describe('a bell', () => {
  test('ends the wait', async () => {
    const bell = createBell();
    const waiting = bell.wait(NEVER_MS);
    expect(await isSettled(waiting)).toBe(false);
    bell.ring();
    expect(await waiting).toBe(true);
  });

  test('rung while nobody waits, once or often, it ends the next wait and no other', async () => {
    const bell = createBell();
    bell.ring();
    bell.ring();
    expect(await bell.wait()).toBe(true);
    const waiting = bell.wait();
    expect(await isSettled(waiting)).toBe(false);
    bell.ring();
    expect(await waiting).toBe(true);
  });

  test('everybody who waits is woken', async () => {
    const bell = createBell();
    const waiting = [bell.wait(), bell.wait(NEVER_MS), bell.wait()];
    bell.ring();
    expect(await Promise.all(waiting)).toEqual([true, true, true]);
  });

  test('a wait that nothing ends is over after its time, and is forgotten', async () => {
    const bell = createBell();
    expect(await bell.wait(1)).toBe(false);
    const waiting = bell.wait();
    expect(await isSettled(waiting)).toBe(false);
    bell.ring();
    expect(await waiting).toBe(true);
  });
});
