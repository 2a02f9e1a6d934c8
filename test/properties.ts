import fc from 'fast-check';

/** Jest configurations set the runs of a property of their tier in `globals`. */
const given = (globalThis as { readonly PROPERTY_RUNS?: number }).PROPERTY_RUNS;

const RUNS = given ?? 25;

fc.configureGlobal({ numRuns: RUNS });

/** Runs of a property that costs as much as this many others. */
export const runsAtCost = (cost: number): number => Math.ceil(RUNS / cost);

export default fc;

const BATCH = 100;

/** The same values each time, generated on demand: a search can stop at its first hit. */
export function* samplesOf<Value>(arbitrary: fc.Arbitrary<Value>, most: number): Generator<Value> {
  for (let batch = 0; batch * BATCH < most; batch += 1)
    yield* fc.sample(arbitrary, { numRuns: BATCH, seed: 7 + batch });
}
