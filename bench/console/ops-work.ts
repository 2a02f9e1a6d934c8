import type { Bench, Figure } from '../figures';
import { OWED, waitingRows } from '../seeds/waiting';
import { comparedOf, latencyOf, openOps } from '../support/ops';
import { onSite } from '../support/site';

const OWING = 100;

/** The 95th percentile of the work list with much that waits, against the same with nothing. */
export const benchOpsWork = (bench: Bench): Promise<readonly Figure[]> =>
  onSite(async (site) => {
    const { waiting, samples } = bench.scale.console;
    const ops = await openOps(bench, site, OWING);
    const questions = [{ name: 'work', path: () => '/ops/v1/work' }];
    const measure = () => latencyOf(ops.ask, questions, samples * 4);
    await measure();
    const before = await measure();
    bench.say(`  letting ${waiting} things wait`);
    await ops.fill(waitingRows(waiting));
    await ops.database.query(OWED);
    await measure();
    return comparedOf(bench, 'ops-work', await measure(), before);
  });
