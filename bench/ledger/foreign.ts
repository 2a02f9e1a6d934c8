import { setTimeout as pause } from 'node:timers/promises';
import { EventStoreDBClient } from '@eventstore/db-client';
import { openEventStore } from '../../infra/event-store/open-event-store';
import type { Bench, Figure } from '../figures';
import { alternate } from '../support/alternate';
import { serveLog } from '../support/event-store-server';
import { type ForeignWriter, foreignWriter } from '../support/foreign-writer';
import { openPayableIntent } from '../support/opened-intents';
import { type CoinTransfer, openPaidChain, type PaidChain } from '../support/paid-chain';
import { type Completions, followCompletions } from '../support/paid-intents';
import { type BenchPartner, createPartner } from '../support/partner';
import { type BenchService, startService } from '../support/service';
import { onSite, type Site } from '../support/site';

const EVERY_MS = 300;
const FINAL_LAG = 2;
const DEADLINE_MS = 10_000;
const PAID_TIMEOUT_MS = 120_000;
/** The bank settles at once: a wait of its own would hide what the store adds. */
const ENVIRONMENT = { SANDBOX_SETTLE_MS: '0' };

interface Scene {
  readonly bench: Bench;
  readonly service: BenchService;
  readonly partner: BenchPartner;
  readonly chain: PaidChain;
  readonly completions: Completions;
  readonly writer: ForeignWriter;
}

/** Slowest payment while a foreign writer appends 50,000 events, against the slowest without that writer. */
export const benchForeign = (bench: Bench): Promise<readonly Figure[]> =>
  onSite(async (site) => {
    const scene = await openScene(site, bench);
    await slowestMs(scene, 'warm', 0);
    let runs = 0;
    const slowestOf = (foreignEvents: number) => (): Promise<number> => {
      runs += 1;
      return slowestMs(scene, `run-${runs}`, foreignEvents);
    };
    const sides = { baseline: slowestOf(0), measured: slowestOf(bench.scale.foreignEvents) };
    return [await alternate(bench, { name: 'foreign', unit: 'ms', rounds: bench.scale.repeats, ...sides })];
  });

const openScene = async (site: Site, bench: Bench): Promise<Scene> => {
  const chain = await openPaidChain(site);
  const service = await startService(site, { rpcUrl: chain.url, environment: ENVIRONMENT });
  const partner = await createPartner(site, service);
  const eventStore = openEventStore(service, { deadlineMs: DEADLINE_MS, logger: { warn: () => undefined } });
  site.onLeave(eventStore.close);
  const completions = followCompletions(eventStore);
  site.onLeave(completions.stop);
  const client = EventStoreDBClient.connectionString(await serveLog(site, service.databaseUrl));
  site.onLeave(() => client.dispose());
  return { bench, service, partner, chain, completions, writer: foreignWriter(client) };
};

const slowestMs = async (scene: Scene, name: string, foreignEvents: number): Promise<number> => {
  const { bench, service, partner, chain, completions, writer } = scene;
  const transfers: CoinTransfer[] = [];
  for (let index = 0; index < bench.scale.besidePayments; index += 1)
    transfers.push(await openPayableIntent(service, partner, `${name}-${index}`));
  const paying = { mine: inTurn(chain), completions };
  const [tookMs] = await Promise.all([
    Promise.all(transfers.map((transfer, index) => paidMs(paying, transfer, index))),
    writer.write(`othershop-${name}`, foreignEvents, transfers.length * EVERY_MS),
  ]);
  return Math.max(...tookMs);
};

/** The chain takes one block after the other. */
const inTurn = (chain: PaidChain): ((transfer: CoinTransfer) => Promise<number>) => {
  let last: Promise<unknown> = Promise.resolve();
  return (transfer) => {
    const mined = last.then(async () => {
      await chain.mine([transfer]);
      await chain.mineEmpty(FINAL_LAG);
      return performance.now();
    });
    last = mined;
    return mined;
  };
};

interface Paying {
  readonly mine: ReturnType<typeof inTurn>;
  readonly completions: Completions;
}

const paidMs = async ({ mine, completions }: Paying, transfer: CoinTransfer, index: number): Promise<number> => {
  await pause(index * EVERY_MS);
  const minedMs = await mine(transfer);
  return (await completions.of(transfer.memo, PAID_TIMEOUT_MS)) - minedMs;
};
