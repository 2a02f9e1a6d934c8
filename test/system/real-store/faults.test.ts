import { planFaults } from './faults';

const options = { nodes: 3, kills: 10, minutes: 1, seed: 1 } as const;
const count = (kind: string, plan = planFaults(options)): number =>
  plan.faults.filter((fault) => fault.kind === kind).length;

test('the same seed is the same plan, and another seed another', () => {
  expect(planFaults(options)).toEqual(planFaults(options));
  expect(planFaults({ ...options, seed: 2 })).not.toEqual(planFaults(options));
});

test('of three nodes the leader is killed and frozen, and once the quorum is lost', () => {
  expect([count('kill'), count('freeze'), count('no-quorum')]).toEqual([10, 2, 1]);
});

test('a single node has no quorum to lose', () => {
  const alone = planFaults({ ...options, nodes: 1 });
  expect([count('kill', alone), count('freeze', alone), count('no-quorum', alone)]).toEqual([10, 2, 0]);
});

test.each([1, 6, 20])('in %i minutes each fault is undone, with time to recover, before the next begins', (minutes) => {
  for (const seed of [1, 2, 3, 4, 5]) {
    const { faults, openingMs } = planFaults({ ...options, minutes, seed });
    const ends = [...faults.slice(1).map(({ atMs }) => atMs), openingMs];
    const restsMs = faults.map(({ atMs, lastsMs }, index) => ends[index]! - atMs - lastsMs);
    expect(Math.min(...restsMs)).toBeGreaterThanOrEqual(10_000);
    expect(openingMs).toBeGreaterThanOrEqual(minutes * 60_000);
  }
});
