import { PROFILES } from './node/profiles';
import { planOf } from './plan';

const seeds = Array.from({ length: 200 }, (_, index) => index + 1);
const planned = seeds.map((seed) => planOf({ seed, intents: 12 }));

test('the same seed is the same plan, and another seed another', () => {
  expect(planOf({ seed: 7, intents: 12 })).toEqual(planOf({ seed: 7, intents: 12 }));
  expect(planOf({ seed: 8, intents: 12 })).not.toEqual(planOf({ seed: 7, intents: 12 }));
});

test('every fault is absent in some seeds and there in others', () => {
  const all = planned.flatMap(({ weights }) => weights);
  const names = Object.keys(all[0] ?? {}) as (keyof (typeof all)[number])[];
  const isAbsent = (value: unknown): boolean => value === 0 || value === null || value === false;
  for (const name of names) {
    const absent = all.filter((weights) => isAbsent(weights[name])).length;
    expect([name, absent > 0 && absent < all.length]).toEqual([name, true]);
  }
});

test('of two endpoints one never tells what only the other can correct', () => {
  for (const { seed, weights } of planned) {
    const liars = weights.filter(
      (one) => one.emptyLogs + one.timeAhead + one.missingTransaction > 0 || one.lenientLogs,
    );
    expect([seed, liars.length < 2]).toEqual([seed, true]);
  }
});

test('an endpoint whose requests may go astray takes batches, and one that is behind has indexed what is final', () => {
  for (const { seed, weights, profile } of planned) {
    const unfair = weights.filter(
      ({ foreign, refusesBatches, staleBlocks, indexBehindBlocks }) =>
        (foreign > 0 && refusesBatches) ||
        (indexBehindBlocks > 0 && staleBlocks + indexBehindBlocks > profile.finalLag),
    );
    expect([seed, unfair]).toEqual([seed, []]);
  }
});

test('a fork stays above what is final, on every kind of chain', () => {
  for (const like of Object.keys(PROFILES) as (keyof typeof PROFILES)[]) {
    const depths = seeds.flatMap((seed) => planOf({ seed, intents: 12, like }).forks.map(({ depth }) => depth));
    expect([like, Math.max(0, ...depths) < PROFILES[like].finalLag]).toEqual([like, true]);
  }
});

test('final history changes in few seeds, and in some', () => {
  const changing = planned.filter(({ finalChangeAtMs }) => finalChangeAtMs !== null).length;
  expect(changing).toBeGreaterThan(0);
  expect(changing).toBeLessThan(seeds.length / 5);
});

test('a calm plan has the same payments and no fault', () => {
  const [calm, stormy] = [planOf({ seed: 3, intents: 12, calm: true }), planOf({ seed: 3, intents: 12 })];
  expect(calm.payments).toEqual(stormy.payments);
  expect([calm.forks, calm.kills, calm.spells, calm.dusts, calm.finalChangeAtMs]).toEqual([[], [], [], [], null]);
});

test('where intents expire soon in silence nobody is killed, and no endpoint is worse than overloaded', () => {
  const hasty = planned.filter(({ graceSeconds }) => graceSeconds < 60);
  expect(hasty.length).toBeGreaterThan(seeds.length / 10);
  expect(hasty.length).toBeLessThan(seeds.length / 2);
  for (const { seed, kills, spells, weights } of hasty) {
    const worst = Math.max(
      ...weights.flatMap(({ internalError, reset, missingReceipt }) => [internalError, reset, missingReceipt]),
    );
    expect([seed, kills, spells, worst <= 0.1]).toEqual([seed, [], [], true]);
  }
});

test('in some seeds all endpoints are another chain at once, and nothing else goes wrong', () => {
  const misrouted = planned.filter(
    ({ payments }) => payments.filter(({ kind }) => kind === 'foreign-chain').length > 3,
  );
  expect(misrouted.length).toBeGreaterThan(seeds.length / 20);
  for (const { seed, spells, kills, forks } of misrouted) {
    const foreign = spells.filter(({ what }) => what === 'foreign').map(({ endpoint }) => endpoint);
    expect([seed, foreign, kills, forks]).toEqual([seed, [0, 1], [], []]);
  }
});
