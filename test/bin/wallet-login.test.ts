import { createRateLimits, DEFAULT_LIMITS } from '../../infra/http/rate-limits';
import { takeCallOf } from '../../src/bin/wiring/wallet-login';

/** The number of calls that pass, of `count` in a row. */
const passed = async (take: ReturnType<typeof takeCallOf>, caller: string, count: number): Promise<number> => {
  let granted = 0;
  for (let index = 0; index < count; index += 1) if ((await take(caller)) === null) granted += 1;
  return granted;
};

test('allows ten contract calls for an address, and sixty in all', async () => {
  const take = takeCallOf(createRateLimits(DEFAULT_LIMITS));
  const granted: number[] = [];
  for (let caller = 0; caller < 8; caller += 1) granted.push(await passed(take, `192.0.2.${caller}/32`, 30));
  expect(granted).toEqual([10, 10, 10, 10, 10, 10, 0, 0]);
});

test('leaves the shared limit unchanged when the caller exceeds its own', async () => {
  const take = takeCallOf(createRateLimits(DEFAULT_LIMITS));
  expect(await passed(take, '192.0.2.1/32', 500)).toBe(10);
  expect(await passed(take, '192.0.2.2/32', 500)).toBe(10);
  const wait = await take('192.0.2.1/32');
  expect(Number.isInteger(wait)).toBe(true);
  expect(wait).toBeGreaterThanOrEqual(1);
});
