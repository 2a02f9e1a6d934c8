import { type Bench, type Figure, single } from '../figures';
import type { OpenLoop, OpenLoopResult, OpenLoopSettings } from '../sides/open-loop';
import { percentile } from '../support/alternate';
import { refuseOverload } from '../support/overload';
import { startSide } from '../support/side';
import { onSite } from '../support/site';
import { openWorld } from '../support/world';

const PER_SECOND = 200;
const PROBE_EVERY = 10;
/** Enough that none waits for another's answer. */
const CONNECTIONS = 256;
const WARM_SECONDS = 3;

/** How long after the acknowledgement of an intent its row is there, at a fixed rate of intents. */
export const benchProjectionLag = (bench: Bench): Promise<readonly Figure[]> =>
  onSite(async (site) => {
    const { users, lagWindowMs } = bench.scale;
    bench.say(`  starting the service with ${users} users`);
    const { service, tokens, issueQuotes } = await openWorld(site, users);
    const { url, databaseUrl } = service;
    const settings: OpenLoopSettings = { url, tokens, databaseUrl, connections: CONNECTIONS };
    const loop = await startSide<OpenLoop, OpenLoopResult>(site, 'open-loop', settings);
    const run = async (seconds: number): Promise<OpenLoopResult> =>
      loop.ask({
        orders: await issueQuotes(seconds * PER_SECOND),
        intervalMs: 1_000 / PER_SECOND,
        probeEvery: PROBE_EVERY,
      });
    await run(WARM_SECONDS);
    const { lagsMs, latenciesMs, refused } = await run(lagWindowMs / 1_000);
    refuseOverload(bench, refused, latenciesMs.length);
    bench.say(`  ${lagsMs.length} of ${latenciesMs.length} intents were followed to their rows`);
    return [
      single('projection-lag', percentile(lagsMs, 0.99), 'ms'),
      single('projection-lag-median', percentile(lagsMs, 0.5), 'ms'),
      single('intent-latency-p99', percentile(latenciesMs, 0.99), 'ms'),
      single('intent-latency-median', percentile(latenciesMs, 0.5), 'ms'),
    ];
  });
