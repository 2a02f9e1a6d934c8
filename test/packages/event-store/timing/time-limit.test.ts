import { atMost, inTime } from '../../../../packages/event-store/timing/time-limit';

const NEVER_MS = 3_600_000;
const never = (): Promise<never> => new Promise(() => undefined);
const tooLate = (): never => {
  throw new Error('too late');
};

describe('a time limit', () => {
  test('work that ends in time is answered', async () => {
    expect(await inTime(NEVER_MS, Promise.resolve('done'), tooLate)).toBe('done');
    await expect(inTime(NEVER_MS, Promise.reject(new Error('failed')), tooLate)).rejects.toThrow('failed');
  });

  test('work that does not end is not waited for', async () => {
    expect(await inTime(1, never(), () => 'late')).toBe('late');
    expect(await inTime(1, never(), async () => 'late')).toBe('late');
    await expect(inTime(1, never(), tooLate)).rejects.toThrow('too late');
    await expect(atMost(1, never())).resolves.toBeUndefined();
  });

  test('what the work says afterwards is dropped', async () => {
    let fail: (error: Error) => void = () => undefined;
    const work = new Promise<string>((_resolve, reject) => {
      fail = reject;
    });
    expect(await inTime(1, work, () => 'late')).toBe('late');
    fail(new Error('nobody hears it'));
    await expect(work).rejects.toThrow('nobody hears it');
  });

  test('a limit longer than any timer is not over at once', async () => {
    const answer = new Promise((resolve) => setImmediate(resolve, 'done'));
    expect(await inTime(Number.POSITIVE_INFINITY, answer, tooLate)).toBe('done');
  });

  test('an answer that has come is taken, however late the timer is seen', async () => {
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

  test('at most: a failure within the time is the caller’s', async () => {
    await expect(atMost(NEVER_MS, Promise.reject(new Error('failed')))).rejects.toThrow('failed');
    await expect(atMost(NEVER_MS, Promise.resolve())).resolves.toBeUndefined();
  });
});
