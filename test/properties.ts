import fc from 'fast-check';

/** A Jest configuration says in its `globals` how often a property of its tier runs. */
const given = (globalThis as { readonly PROPERTY_RUNS?: number }).PROPERTY_RUNS;

const RUNS = given ?? 25;

fc.configureGlobal({ numRuns: RUNS });

/** Runs of a property of which one takes as long as this many of others. */
export const runsAtCost = (cost: number): number => Math.ceil(RUNS / cost);

export default fc;

const BATCH = 100;

/** Values that are the same each time, generated as they are taken: a search can end with the first that it looks for. */
export function* samplesOf<Value>(arbitrary: fc.Arbitrary<Value>, most: number): Generator<Value> {
  for (let batch = 0; batch * BATCH < most; batch += 1)
    yield* fc.sample(arbitrary, { numRuns: BATCH, seed: 7 + batch });
}
