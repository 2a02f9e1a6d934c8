import { type Bench, type Figure, single } from '../figures';
import { median } from '../support/alternate';
import { createEventCounts, untilCounted } from '../support/event-counts';
import { startMeteredNode } from '../support/metered-node';
import { openIntents } from '../support/opened-intents';
import { type CoinTransfer, openPaidChain } from '../support/paid-chain';
import { onSite } from '../support/site';
import { openWorld } from '../support/world';

const BLOCKS = 4;
const LATENCY_MS = 20;
const POLL_INTERVAL_MS = 2_000;
const USERS = 50;
const OBSERVED_TIMEOUT_MS = 300_000;
const MATCHED_TIMEOUT_MS = 600_000;

interface Judged {
  readonly seconds: number;
  readonly calls: number;
}

/** From four final blocks of payments to the last DepositMatched, at 20 ms a request, and how many calls that took. */
export const benchJudge = async (bench: Bench): Promise<readonly Figure[]> => {
  const rounds: Judged[] = [];
  for (let round = 1; round <= bench.scale.repeats; round += 1) {
    const judged = await judgeOnce(bench);
    bench.say(`  judge ${round}/${bench.scale.repeats}: ${judged.seconds.toFixed(1)} s, ${judged.calls} calls`);
    rounds.push(judged);
  }
  return [
    single('judge', median(rounds.map(({ seconds }) => seconds)), 's'),
    single('judge-calls', median(rounds.map(({ calls }) => calls)), 'calls'),
  ];
};

const judgeOnce = ({ scale, say }: Bench): Promise<Judged> =>
  onSite(async (site) => {
    const chain = await openPaidChain(site);
    const node = await startMeteredNode(site, {
      ...{ chainUrl: chain.url, latencyMs: LATENCY_MS, callsPerSecond: null, refusesBlockReceipts: false },
    });
    const before = await chain.newest();
    node.head = before;
    const world = await openWorld(site, USERS, { rpcUrl: node.url, pollIntervalMs: POLL_INTERVAL_MS });
    say(`  opening ${scale.judgedTransfers} intents`);
    const transfers = await openIntents(world, scale.judgedTransfers);
    await world.blockUsers();
    for (const part of parted(transfers)) await node.learnReceipts(await chain.mine(part));
    const newest = await chain.newest();
    // None of the blocks is final before the clock runs, and final blocks stay final.
    node.finalLag += newest - before;
    node.head = newest;
    const count = createEventCounts(world.eventStore);
    await untilCounted(count, 'DepositObserved', transfers.length, OBSERVED_TIMEOUT_MS);
    const callsBefore = node.calls();
    node.finalLag = 0;
    const seconds = await untilCounted(count, 'DepositMatched', transfers.length, MATCHED_TIMEOUT_MS);
    return { seconds, calls: node.calls() - callsBefore };
  });

const parted = (transfers: readonly CoinTransfer[]): readonly (readonly CoinTransfer[])[] => {
  const size = Math.ceil(transfers.length / BLOCKS);
  return Array.from({ length: BLOCKS }, (_, block) => transfers.slice(block * size, (block + 1) * size));
};
