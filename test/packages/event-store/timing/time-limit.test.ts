import { atMost, inTime } from '../../../../packages/event-store/timing/time-limit';

const NEVER_MS = 3_600_000;
const never = (): Promise<never> => new Promise(() => undefined);
const tooLate = (): never => {
  throw new Error('too late');
};

describe('a time limit', () => {
  test('answers work that ends in time', async () => {
    expect(await inTime(NEVER_MS, Promise.resolve('done'), tooLate)).toBe('done');
    await expect(inTime(NEVER_MS, Promise.reject(new Error('failed')), tooLate)).rejects.toThrow('failed');
  });

  test('does not wait for work that never ends', async () => {
    expect(await inTime(1, never(), () => 'late')).toBe('late');
    expect(await inTime(1, never(), async () => 'late')).toBe('late');
    await expect(inTime(1, never(), tooLate)).rejects.toThrow('too late');
    await expect(atMost(1, never())).resolves.toBeUndefined();
  });

  test('drops a late answer', async () => {
    let fail: (error: Error) => void = () => undefined;
    const work = new Promise<string>((_resolve, reject) => {
      fail = reject;
    });
    expect(await inTime(1, work, () => 'late')).toBe('late');
    fail(new Error('nobody hears it'));
    await expect(work).rejects.toThrow('nobody hears it');
  });

  test('accepts a limit longer than any timer', async () => {
    const answer = new Promise((resolve) => setImmediate(resolve, 'done'));
    expect(await inTime(Number.POSITIVE_INFINITY, answer, tooLate)).toBe('done');
  });

  test('takes an answer that is present when the timer fires late', async () => {
    let answer: (value: string) => void = () => undefined;
    const work = new Promise<string>((resolve) => {
      answer = resolve;
    });
    jest.useFakeTimers({ doNotFake: ['setImmediate'] });
    const limited = inTime(1, work, tooLate);
    // The timer is due first, and the answer is read in the same turn of the event loop.
    jest.advanceTimersByTime(1);
    answer('done');
    expect(await limited).toBe('done');
    jest.useRealTimers();
  });

  test('atMost: passes a failure within the time to the caller', async () => {
    await expect(atMost(NEVER_MS, Promise.reject(new Error('failed')))).rejects.toThrow('failed');
    await expect(atMost(NEVER_MS, Promise.resolve())).resolves.toBeUndefined();
  });
});
