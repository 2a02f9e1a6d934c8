import { createBell } from '../../../../packages/event-store/timing/bell';

/** Longer than any test. */
const NEVER_MS = 3_600_000;

/** True when the promise settles before the next turn of the event loop. */
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

  test('ends the next wait and no other when it rang before, once or often', async () => {
    const bell = createBell();
    bell.ring();
    bell.ring();
    expect(await bell.wait()).toBe(true);
    const waiting = bell.wait();
    expect(await isSettled(waiting)).toBe(false);
    bell.ring();
    expect(await waiting).toBe(true);
  });

  test('ends all waits', async () => {
    const bell = createBell();
    const waiting = [bell.wait(), bell.wait(NEVER_MS), bell.wait()];
    bell.ring();
    expect(await Promise.all(waiting)).toEqual([true, true, true]);
  });

  test('ends a wait after its time, and forgets it', async () => {
    const bell = createBell();
    expect(await bell.wait(1)).toBe(false);
    const waiting = bell.wait();
    expect(await isSettled(waiting)).toBe(false);
    bell.ring();
    expect(await waiting).toBe(true);
  });
});
