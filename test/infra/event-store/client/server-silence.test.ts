import { createServerSilence } from '../../../../infra/event-store/client/connection';
import { holdTimers } from '../../../doubles/held-timers';

describe('silence of the server', () => {
  beforeEach(holdTimers);
  afterEach(() => jest.useRealTimers());

  test('counts from the first unanswered call', () => {
    const silence = createServerSilence();
    jest.advanceTimersByTime(5_000);
    silence.asked();
    jest.advanceTimersByTime(1_500);
    silence.asked();
    jest.advanceTimersByTime(500);
    expect(silence.silentMs(Infinity)).toBe(2_000);
  });

  test('ends with each message of the server', () => {
    const silence = createServerSilence();
    silence.asked();
    jest.advanceTimersByTime(1_999);
    silence.heard();
    jest.advanceTimersByTime(10);
    expect(silence.silentMs(0)).toBe(10);
  });
});
