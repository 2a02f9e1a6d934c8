import { setTimeout as pause } from 'node:timers/promises';
import { openEventStore } from '../../infra/event-store/open-event-store';
import { residentMegabytes } from '../../test/system/fuzz/memory';
import { type Bench, type Figure, single } from '../figures';
import { median } from '../support/alternate';
import { createEventCounts, untilCounted } from '../support/event-counts';
import { type MeteredNode, startMeteredNode } from '../support/metered-node';
import { openPayableIntent } from '../support/opened-intents';
import { openPaidChain, type PaidChain } from '../support/paid-chain';
import { createPartner } from '../support/partner';
import { type BenchService, startService } from '../support/service';
import { onSite, type Site } from '../support/site';

const CALLS_PER_SECOND = 40;
const LATENCY_MS = 20;
const POLL_INTERVAL_MS = 1_000;
const FINAL_LAG = 2;
const BLOCK_MS = 1_000;
const PAID_TIMEOUT_MS = 180_000;
const UNPAID_SECONDS = PAID_TIMEOUT_MS / 1_000;
const SAMPLE_MS = 200;
const DEADLINE_MS = 10_000;
/** Samples of memory, before and after: the least counts, since garbage is no growth. */
const SAMPLES = 25;
const DUST = { wei: 1n, memo: '' } as const;

interface Dusted {
  /** From the moment when the honest payment is final. */
  readonly paidSeconds: number;
  readonly beforeMegabytes: number;
  readonly afterMegabytes: number;
}

/** A block of one-wei transfers, then an honest payment, at 40 calls a second: its wait, and the memory. */
export const benchDustBlock = async (bench: Bench): Promise<readonly Figure[]> => [
  ...(await benchNode(bench, 'dust-block', false)),
  ...(await benchNode(bench, 'dust-block-single-receipts', true)),
];

const benchNode = async (
  { scale, say }: Bench,
  name: string,
  refusesBlockReceipts: boolean,
): Promise<readonly Figure[]> => {
  const rounds: Dusted[] = [];
  for (let round = 1; round <= scale.repeats; round += 1) {
    const dusted = await onSite((site) => dustOnce(site, scale.dustTransfers, refusesBlockReceipts));
    const { paidSeconds, beforeMegabytes, afterMegabytes } = dusted;
    const memory = `${beforeMegabytes.toFixed(0)} MB, then ${afterMegabytes.toFixed(0)} MB`;
    say(`  ${name} ${round}/${scale.repeats}: ${paidSeconds.toFixed(1)} s, ${memory}`);
    rounds.push(dusted);
  }
  const before = median(rounds.map(({ beforeMegabytes }) => beforeMegabytes));
  const growth = median(rounds.map(({ beforeMegabytes, afterMegabytes }) => afterMegabytes - beforeMegabytes));
  const paid = median(rounds.map(({ paidSeconds }) => paidSeconds));
  return [
    single(name, paid, 's'),
    { name: `${name}-rss`, value: growth, unit: 'MB more', baseline: before, ratio: (before + growth) / before },
  ];
};

const dustOnce = async (site: Site, transfers: number, refusesBlockReceipts: boolean): Promise<Dusted> => {
  const chain = await openPaidChain(site);
  const node = await startMeteredNode(site, {
    ...{ chainUrl: chain.url, latencyMs: LATENCY_MS, callsPerSecond: CALLS_PER_SECOND, refusesBlockReceipts },
  });
  node.finalLag = FINAL_LAG;
  node.head = await chain.newest();
  const service = await startService(site, { rpcUrl: node.url, pollIntervalMs: POLL_INTERVAL_MS });
  const partner = await createPartner(site, service);
  const eventStore = openEventStore(service, { deadlineMs: DEADLINE_MS, logger: { warn: () => undefined } });
  site.onLeave(eventStore.close);
  const count = createEventCounts(eventStore);
  await chain.mine([await openPayableIntent(service, partner, 'first')]);
  await chain.mineEmpty(FINAL_LAG);
  await showUpTo(node, await chain.newest());
  await untilCounted(count, 'CashoutCompleted', 1, PAID_TIMEOUT_MS);
  const honest = await openPayableIntent(service, partner, 'second');
  const beforeMegabytes = await settled(service);
  await mineDust(chain, node, transfers);
  const honestHeight = await chain.mine([honest]);
  await chain.mineEmpty(FINAL_LAG);
  const growing = watchMemory(service);
  await showUpTo(node, honestHeight + FINAL_LAG);
  // An unpaid payment counts as paid after the timeout.
  const paidSeconds = await untilCounted(count, 'CashoutCompleted', 2, PAID_TIMEOUT_MS).catch(() => UNPAID_SECONDS);
  return { paidSeconds, beforeMegabytes, afterMegabytes: Math.max(await growing.stop(), await settled(service)) };
};

/** The node shows the block only once it knows the receipts. */
const mineDust = async (chain: PaidChain, node: MeteredNode, transfers: number): Promise<void> =>
  node.learnReceipts(await chain.mine(Array.from({ length: transfers }, () => DUST)));

/** Block by block, at the pace of a chain. */
const showUpTo = async (node: MeteredNode, height: number): Promise<void> => {
  for (let head = (node.head ?? height) + 1; head <= height; head += 1) {
    await pause(BLOCK_MS);
    node.head = head;
  }
};

const settled = async ({ pid }: BenchService): Promise<number> => {
  let least = residentMegabytes(pid);
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    await pause(SAMPLE_MS);
    least = Math.min(least, residentMegabytes(pid));
  }
  return least;
};

/** The most that it comes to until stopped. */
const watchMemory = ({ pid }: BenchService) => {
  let most = residentMegabytes(pid);
  const timer = setInterval(() => {
    most = Math.max(most, residentMegabytes(pid));
  }, SAMPLE_MS);
  return {
    stop: async (): Promise<number> => {
      clearInterval(timer);
      return most;
    },
  };
};
