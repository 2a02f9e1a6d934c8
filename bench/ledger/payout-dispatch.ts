import { randomUUID } from 'node:crypto';
import { createPayoutLanes } from '../../commands/payout/sending/payout-lanes';
import type { PayoutProvider } from '../../commands/ports/providers/payout-provider';
import { systemClock } from '../../infra/clock';
import { startProjector } from '../../infra/projections/live/projector';
import { payoutProvidersOf } from '../../infra/providers/providers';
import { createWooviPayouts } from '../../infra/providers/woovi/payouts';
import { createWorker } from '../../infra/work/queue';
import { queueOf } from '../../infra/work/work-queue';
import { projections } from '../../projections/all';
import { dueWork } from '../../read-models/due/due-work';
import { type Adapters, openAdapters } from '../../src/bin/wiring/adapters';
import { readConfig } from '../../src/config';
import { duePayloads } from '../../src/reads/due-payloads';
import { createService } from '../../src/service';
import type { Bench, Figure } from '../figures';
import { requestedPayoutStream } from '../seeds/intents';
import { appendAll } from '../seeds/ledger';
import { INSTRUCTION } from '../seeds/quotes';
import { partnerStream } from '../seeds/users';
import type { WooviBank } from '../sides/woovi-bank';
import { alternate, median } from '../support/alternate';
import { createEventCounts, untilCounted } from '../support/event-counts';
import { startSide } from '../support/side';
import { onSite, type Site } from '../support/site';
import { slowBank } from '../support/slow-bank';
import { openBenchStores, quietLogger } from '../support/stores';

const BANK_MS = 20;
/** Orders that the bank is sent at once. */
const CONCURRENCY = 4;
/** Limit by the bank's own time. */
const MOST_PER_SECOND = (CONCURRENCY * 1_000) / BANK_MS;
const TIMEOUT_MS = 120_000;

/** Payouts a second that one worker dispatches and records, of those that the bank's own time allows. */
export const benchPayoutDispatch = (bench: Bench): Promise<readonly Figure[]> =>
  onSite(async (site) => {
    const adapters = await openProjecting(site);
    const rounds: number[] = [];
    for (let round = 1; round <= bench.scale.repeats; round += 1) {
      const perSecond = await dispatchAll(adapters, slowBank(BANK_MS), bench.scale.requestedPayouts);
      bench.say(`  payout-dispatch ${round}/${bench.scale.repeats}: ${Math.round(perSecond)} payouts/s`);
      rounds.push(perSecond);
    }
    const value = median(rounds);
    const compared = { baseline: MOST_PER_SECOND, ratio: value / MOST_PER_SECOND };
    return [{ name: 'payout-dispatch', value, unit: 'payouts/s', ...compared }];
  });

/** Payouts a second through the server of Woovi, to those through the bank of `payout-dispatch` in turn. */
export const benchDispatch = (bench: Bench): Promise<readonly Figure[]> =>
  onSite(async (site) => {
    const adapters = await openProjecting(site);
    const { url, appId } = await (await startSide<null, WooviBank>(site, 'woovi-bank', {})).ask(null);
    const { reads, ports } = adapters;
    const { expiring, vault } = ports;
    const given = {
      ...{ name: 'woovi', url, appId, reads, clock: systemClock, expiring, vault },
      onExchange: () => undefined,
    };
    const woovi = asSandbox(createWooviPayouts(given));
    const payouts = bench.scale.requestedPayouts;
    const figure = await alternate(bench, {
      ...{ name: 'dispatch', unit: 'payouts/s', rounds: bench.scale.repeats },
      measured: () => dispatchAll(adapters, woovi, payouts),
      baseline: () => dispatchAll(adapters, slowBank(BANK_MS), payouts),
    });
    return [figure];
  });

/** The seeded payments are of the sandbox, whose ids are marked. */
const asSandbox = (bank: PayoutProvider): PayoutProvider => ({
  ...bank,
  mode: 'sandbox',
  create: async (context, request) => {
    const said = await bank.create(context, request);
    if (!said.ok) return said;
    const { providerId, endToEndId } = said.value;
    return { ok: true, value: { ...said.value, providerId: `sbx_${providerId}`, endToEndId: `sbx_${endToEndId}` } };
  },
});

/** Answers payouts a second, from the first that is completed to the last. */
const dispatchAll = async (adapters: Adapters, bank: PayoutProvider, payouts: number): Promise<number> => {
  const count = createEventCounts(adapters.eventLog);
  const worker = workerOf(adapters, bank);
  try {
    const before = await count('CashoutCompleted');
    await seed(adapters, payouts);
    worker.wake();
    await untilCounted(count, 'CashoutCompleted', before + 1, TIMEOUT_MS);
    const begun = await count('CashoutCompleted');
    const seconds = await untilCounted(count, 'CashoutCompleted', before + payouts, TIMEOUT_MS);
    return (before + payouts - begun) / seconds;
  } finally {
    await worker.stop();
  }
};

/** The stores and the projections of `npm start`; no worker runs. */
const openProjecting = async (site: Site): Promise<Adapters> => {
  const stores = await openBenchStores(site);
  const config = readConfig({ DATA_DIR: site.dataDir });
  const adapters = await openAdapters({ config, stores, logger: quietLogger, localChains: [], url: null });
  site.onLeave(adapters.close);
  await adapters.pair.start();
  const { projectionPool: pool, eventLog: eventStore, board, pair } = adapters;
  const { databaseUrl } = stores;
  const { tenure } = pair;
  const projecting = { pool, databaseUrl, eventStore, projections, logger: quietLogger, board, tenure };
  site.onLeave(startProjector(projecting).stop);
  await appendAll(eventStore, [partnerStream()]);
  return adapters;
};

const workerOf = ({ ports, pool }: Adapters, bank: PayoutProvider) => {
  const payoutProviders = payoutProvidersOf([bank], systemClock);
  const { reactions } = createService({ ...ports, payoutProviders, payoutLanes: createPayoutLanes(CONCURRENCY) });
  const due = dueWork(ports.settings.expiry)['dispatch-payout'];
  const queue = queueOf<Parameters<(typeof duePayloads)['dispatch-payout']>[0]>({
    ...{ name: 'dispatch-payout', concurrency: 2 * CONCURRENCY },
    due: (nowMs) => due(new Date(nowMs).toISOString()),
    run: async (item) => {
      const result = await reactions['dispatch-payout'](duePayloads['dispatch-payout'](item));
      return result === 'done' ? 'done' : { againAtMs: result.askAgainAtMs };
    },
  });
  const { workerId, clock } = ports;
  return createWorker({ pool, queues: [queue], workerId, clock, logger: quietLogger, concurrency: 2 * CONCURRENCY });
};

/** All are due together: they are requested faster than the bank answers. */
const seed = async ({ ports, eventLog }: Adapters, payouts: number): Promise<void> => {
  const userId = randomUUID();
  const instruction = await ports.vault.seal(userId, INSTRUCTION);
  const streams = Array.from({ length: payouts }, () => requestedPayoutStream(userId, instruction));
  await appendAll(eventLog, streams);
};
