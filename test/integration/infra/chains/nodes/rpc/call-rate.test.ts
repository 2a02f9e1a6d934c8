import { createCallRate } from '../../../../../../infra/chains/nodes/rpc/call-rate';
import { virtualTime } from '../../evm/scripted-lab';

describe('the pace of an endpoint', () => {
  const rateOf = (callsPerSecond: number) => {
    const { clock, wait, pass } = virtualTime();
    const leftAt: { readonly at: number; readonly calls: number }[] = [];
    const rate = createCallRate({ callsPerSecond, clock, wait });
    const take = async (calls: number): Promise<void> => {
      await rate.take(calls);
      leftAt.push({ at: clock.now(), calls });
    };
    const within = (durationMs: number): number =>
      Math.max(
        ...leftAt.map(({ at }) =>
          leftAt.filter((one) => one.at >= at && one.at < at + durationMs).reduce((sum, { calls }) => sum + calls, 0),
        ),
      );
    return { clock, pass, rate, take, within };
  };

  it('limits the calls in each second, also in batches', async () => {
    const { take, within, clock } = rateOf(40);
    const began = clock.now();
    await Promise.all([20, 20, 1, 7, 20, 40, 13, 20, 20, 20].map(take));
    expect(within(1_000)).toBeLessThanOrEqual(40);
    expect(clock.now() - began).toBeGreaterThan(3_000);
  });

  it('sends a batch above the limit alone', async () => {
    const { take, within } = rateOf(5);
    await Promise.all([take(9), take(1)]);
    expect(within(1_000)).toBe(9);
  });

  it('is halved when the endpoint refuses a call, and recovers after a while', async () => {
    const { rate, pass, take } = rateOf(40);
    rate.slowDown();
    rate.slowDown();
    expect(rate.most()).toBe(10);
    for (const expected of [20, 40, 40]) {
      pass(10_000);
      await take(1);
      expect(rate.most()).toBe(expected);
    }
    for (let times = 0; times < 10; times += 1) rate.slowDown();
    expect(rate.most()).toBe(1);
  });

  it('waits a limited time after the clock was set back', async () => {
    const { pass, take } = rateOf(1);
    await take(1);
    pass(-3_600_000);
    await take(1);
  });
});
