import { liveAndAudit, seedsFrom } from './lives';

test.each(seedsFrom(8, 14))('the audit finds no violation in life %i', async (seed) => {
  expect((await liveAndAudit(seed)).violations).toEqual([]);
});
