import { type Bench, type Figure, single } from '../figures';
import type { Batch, Lived } from '../sides/interleavings';
import { type Side, startSide } from '../support/side';
import { onSite } from '../support/site';

/** Processes, one for each core. */
const PROCESSES = 2;
const LIVES_A_BATCH = 10;
/** Violations that are printed in full; an error in the ledger breaks many lives. */
const MOST_TOLD = 10;

/** Whole payments over all paths, in worlds where everything goes wrong that can: how many of them break a law. */
export const benchInterleavings = (bench: Bench): Promise<readonly Figure[]> =>
  onSite(async (site) => {
    const sides = await Promise.all(
      Array.from({ length: PROCESSES }, () => startSide<Batch, Lived>(site, 'interleavings', {})),
    );
    const startedAtMs = performance.now();
    const { payments, violations } = await liveAll(sides, bench.scale.simulatedPayments);
    const seconds = (performance.now() - startedAtMs) / 1_000;
    bench.say(`  interleavings: ${payments} payments, ${violations.length} violations, ${seconds.toFixed(1)} s`);
    for (const violation of violations.slice(0, MOST_TOLD)) bench.say(`  ${violation}`);
    if (violations.length > 0)
      bench.say('  SIMULATION_SEED=<seed> npx jest -c jest.system.cjs simulation/payment lives one of them again');
    return [single('interleavings', violations.length, 'violations'), single('interleavings-time', seconds, 's')];
  });

const liveAll = async (sides: readonly Side<Batch, Lived>[], wanted: number): Promise<Lived> => {
  const lived: Lived[] = [];
  let nextSeed = 1;
  let payments = 0;
  const work = async (side: Side<Batch, Lived>): Promise<void> => {
    while (payments < wanted) {
      const firstSeed = nextSeed;
      nextSeed += LIVES_A_BATCH;
      const batch = await side.ask({ firstSeed, lives: LIVES_A_BATCH });
      payments += batch.payments;
      lived.push(batch);
    }
  };
  await Promise.all(sides.map(work));
  return { payments, violations: lived.flatMap(({ violations }) => violations) };
};
