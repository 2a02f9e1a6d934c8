import { createEar } from '../../../../infra/event-store/client/connection';
import { holdTimers } from '../../../doubles/held-timers';

describe('E12: silence of the server', () => {
  beforeEach(holdTimers);
  afterEach(() => jest.useRealTimers());

  test('counts from the first call without an answer', () => {
    const ear = createEar();
    jest.advanceTimersByTime(5_000);
    ear.asked();
    jest.advanceTimersByTime(1_500);
    ear.asked();
    jest.advanceTimersByTime(500);
    expect(ear.silentMs(Infinity)).toBe(2_000);
  });

  test('ends with each word of the server', () => {
    const ear = createEar();
    ear.asked();
    jest.advanceTimersByTime(1_999);
    ear.heard();
    jest.advanceTimersByTime(10);
    expect(ear.silentMs(0)).toBe(10);
  });
});
