import { createRateLimits, DEFAULT_LIMITS } from '../../../infra/http/rate-limits';

describe('limits', () => {
  it('let as many through per minute as they say, per key and per limit', async () => {
    const limits = createRateLimits({ ...DEFAULT_LIMITS, cashoutPost: 2 });
    expect(await limits.take('cashoutPost', 'a')).toBeNull();
    expect(await limits.take('cashoutPost', 'a')).toBeNull();
    const waitSeconds = await limits.take('cashoutPost', 'a');
    expect(Number.isInteger(waitSeconds)).toBe(true);
    expect(waitSeconds).toBeGreaterThanOrEqual(1);
    expect(waitSeconds).toBeLessThanOrEqual(60);
    expect(await limits.take('cashoutPost', 'b')).toBeNull();
    expect(await limits.take('userGet', 'a')).toBeNull();
  });

  it('of zero limit nothing', async () => {
    const limits = createRateLimits({ ...DEFAULT_LIMITS, ip: 0 });
    for (let count = 0; count < 500; count += 1) expect(await limits.take('ip', 'a')).toBeNull();
  });
});
