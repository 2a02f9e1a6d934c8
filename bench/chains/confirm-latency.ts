import { setTimeout as pause } from 'node:timers/promises';
import { type Bench, type Figure, single } from '../figures';
import { PARTNER } from '../seeds/ledger';
import type { WebhookQuestion, WebhooksReceived } from '../sides/webhook-receiver';
import { median, percentile } from '../support/alternate';
import { type MeteredNode, startMeteredNode } from '../support/metered-node';
import { openIntents } from '../support/opened-intents';
import { type CoinTransfer, openPaidChain, type PaidChain } from '../support/paid-chain';
import { registerDestination, WEBHOOKS_TO_LOOPBACK } from '../support/partner-events';
import { type Side, startSide } from '../support/side';
import { onSite } from '../support/site';
import { openWorld, type World } from '../support/world';

const POLL_INTERVAL_MS = 1_000;
const LATENCY_MS = 20;
const USERS = 50;
const BLOCKS = [
  ['confirm-latency', 20],
  ['confirm-latency-200', 200],
] as const;
const RECEIVED_TIMEOUT_MS = 120_000;
const POLL_MS = 20;
/** More than a poll: the block is seen as the newest one before it is final, at any moment between two looks. */
const APART_MS = 1_300;

interface Scene {
  readonly world: World;
  readonly chain: PaidChain;
  readonly node: MeteredNode;
  readonly receiver: Side<WebhookQuestion, WebhooksReceived>;
}

/** Milliseconds from the final block to each webhook. */
const confirmOnce = async (
  { chain, node, receiver, world }: Scene,
  transfers: readonly CoinTransfer[],
): Promise<readonly number[]> => {
  await receiver.ask({ reset: { latencyMs: 0 } });
  const height = await chain.mine(transfers);
  await node.learnReceipts(height);
  node.finalLag = 1;
  node.head = height;
  await pause(APART_MS);
  await world.untilProjected();
  const shownMs = Date.now();
  node.finalLag = 0;
  for (let waitedMs = 0; waitedMs < RECEIVED_TIMEOUT_MS; waitedMs += POLL_MS) {
    const { arrivedMs } = await receiver.ask({});
    if (arrivedMs.length >= transfers.length) return arrivedMs.map((atMs) => atMs - shownMs);
    await pause(POLL_MS);
  }
  throw new Error('The webhooks did not arrive in time');
};

/** Final block to INTENT_CONFIRMED at the receiver, 99th percentile. No baseline; goal: a poll of 1 s and the work. */
export const benchConfirmLatency = ({ scale, say }: Bench): Promise<readonly Figure[]> =>
  onSite(async (site) => {
    const receiver = await startSide<WebhookQuestion, WebhooksReceived>(site, 'webhook-receiver', { hangingPath: '/' });
    const chain = await openPaidChain(site);
    const node = await startMeteredNode(site, {
      ...{ chainUrl: chain.url, latencyMs: LATENCY_MS, callsPerSecond: null, refusesBlockReceipts: false },
    });
    node.finalLag = 0;
    node.head = await chain.newest();
    const options = { rpcUrl: node.url, pollIntervalMs: POLL_INTERVAL_MS, environment: WEBHOOKS_TO_LOOPBACK };
    const world = await openWorld(site, USERS, options);
    const { url } = await receiver.ask({});
    await registerDestination(world, PARTNER.partnerId, 0, { url: `${url}/hook`, events: ['INTENT_CONFIRMED'] });
    const intents = await openIntents(world, scale.rounds * BLOCKS.reduce((sum, [, deposits]) => sum + deposits, 0));
    // Payouts wait meanwhile.
    await world.blockUsers();
    let paid = 0;
    const figures: Figure[] = [];
    for (const [name, deposits] of BLOCKS) {
      const rounds: number[] = [];
      for (let round = 1; round <= scale.rounds; round += 1) {
        const latenciesMs = await confirmOnce({ chain, node, receiver, world }, intents.slice(paid, paid + deposits));
        paid += deposits;
        rounds.push(percentile(latenciesMs, 0.99));
        say(`  ${name} ${round}/${scale.rounds}: ${Math.round(rounds.at(-1)!)} ms`);
      }
      figures.push(single(name, median(rounds), 'ms'));
    }
    return figures;
  });
