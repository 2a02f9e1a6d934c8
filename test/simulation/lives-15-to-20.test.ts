import { liveAndAudit, seedsFrom } from './lives';

test.each(seedsFrom(15, 20))('the audit finds no violation in life %i', async (seed) => {
  expect((await liveAndAudit(seed)).violations).toEqual([]);
});
