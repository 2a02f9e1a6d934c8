import { liveAndAudit, seedsFrom } from './lives';

test.each(seedsFrom(1, 7))('the audit finds no violation in life %i', async (seed) => {
  expect((await liveAndAudit(seed)).violations).toEqual([]);
});
