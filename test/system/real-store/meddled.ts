import { setTimeout as pause } from 'node:timers/promises';
import { START } from '../../../aggregates/events';
import { connectEventStore } from '../../../infra/event-store/client/client';
import { listProjections } from '../chain-chaos/chain-chaos';
import type { Sea } from '../chain-chaos/storm';
import type { Environment } from '../end-to-end/support/run-service';
import { openForeigners } from './foreigners';
import type { Cluster } from './nodes/cluster';

/** What came of streams of ours that somebody soft deleted and tombstoned. */
export interface Meddled {
  readonly streams: number;
  readonly parked: number;
  /** The status code of a quote afterwards. */
  readonly quoteStatus: number;
}

/** Of payments that are over: nothing waits for them. */
const OF_PAYMENTS = { streamPrefixes: ['cashout-'] };
/** Follows every stream. */
const WITNESS = 'audit-trail';
const PATIENCE_MS = 60_000;
const POLL_MS = 1_000;

const twoStreams = async (url: string): Promise<readonly [string, string]> => {
  const store = connectEventStore({ connectionString: url });
  try {
    const names = new Set<string>();
    for await (const { stream } of store.readAll(START, OF_PAYMENTS)) {
      const [first] = names.add(stream);
      if (names.size === 2) return [first!, stream];
    }
  } finally {
    await store.close();
  }
  throw new Error('fewer than two payments were made');
};

/** Meddles with two streams of the ledger, and waits until the service has noticed both. */
export const meddle = async (cluster: Cluster, sea: Sea, environment: Environment): Promise<Meddled> => {
  const streams = await twoStreams(cluster.url);
  const foreigners = openForeigners(cluster.adminUrl);
  await foreigners.meddle(streams).finally(foreigners.close);
  const parked = await untilParked(streams.length, environment);
  return { streams: streams.length, parked, quoteStatus: await sea.partner.quoteStatus() };
};

const untilParked = async (wanted: number, environment: Environment): Promise<number> => {
  const giveUpAtMs = Date.now() + PATIENCE_MS;
  for (;;) {
    const parked = (await listProjections(environment)).find(({ name }) => name === WITNESS)?.parked ?? 0;
    if (parked >= wanted || Date.now() > giveUpAtMs) return parked;
    await pause(POLL_MS);
  }
};
