import { randomUUID } from 'node:crypto';
import type { EventStore, Proposed } from '../../commands/ports/event-store';
import { openEventStore } from '../../infra/event-store/open-event-store';
import { type Bench, type Figure, single } from '../figures';
import { appendAll, propose } from '../seeds/ledger';
import type { Follow, Followed, FollowSettings } from '../sides/follow';
import { alternate } from '../support/alternate';
import { startSide } from '../support/side';
import { onSite, type Site } from '../support/site';
import { openBenchStores, quietLogger } from '../support/stores';

const LARGE_BYTES = 400_000;
const SMALL_BYTES = 1_000;
/** Enough that the small ones take longer than a subscription takes to begin. */
const SMALL_PER_LARGE = 10;
/** An append has at most 1 MiB; both divide what is asked for. */
const LARGE_AT_ONCE = 2;
const SMALL_AT_ONCE = 100;
const DEADLINE_MS = 30_000;
/** Duration of a transaction that applies the events of one batch. */
const HANDLING_MS = 20;
const MEGABYTE = 1_000_000;

const [LARGE, SMALL] = ['watcher-large-', 'watcher-small-'];

/** A subscriber over large events: its bytes/s against small ones, and the most memory that its process holds. */
export const benchReadLarge = (bench: Bench): Promise<readonly Figure[]> =>
  onSite(async (site) => {
    const { databaseUrl } = await openBenchStores(site);
    const [large, small] = [bench.scale.largeEvents, bench.scale.largeEvents * SMALL_PER_LARGE];
    bench.say(`  filling the log with ${large} large events and ${small} small ones`);
    await fill(databaseUrl, large, small);
    const peaks: number[] = [];
    const follow = async (asked: Follow): Promise<Followed> => {
      const followed = await followAlone(site, databaseUrl, asked);
      if (asked.streamPrefix === LARGE) peaks.push(followed.peakMegabytes);
      return followed;
    };
    const megabytesPerSecond = async (streamPrefix: string, events: number, bytes: number): Promise<number> =>
      ((await follow({ streamPrefix, events, handlingMs: 0 })).perSecond * bytes) / MEGABYTE;
    const compared = await alternate(bench, {
      ...{ name: 'read-large', unit: 'MB/s' },
      measured: () => megabytesPerSecond(LARGE, large, LARGE_BYTES),
      baseline: () => megabytesPerSecond(SMALL, small, SMALL_BYTES),
    });
    await follow({ streamPrefix: LARGE, events: large, handlingMs: HANDLING_MS });
    bench.say(`  peaks: ${peaks.map((peak) => peak.toFixed(0)).join(', ')} MB, the last while each batch takes time`);
    return [compared, single('read-large-rss', Math.max(...peaks), 'MB')];
  });

/** In a process of its own, whose peak nothing else has raised. */
const followAlone = async (site: Site, databaseUrl: string, asked: Follow): Promise<Followed> => {
  const side = await startSide<Follow, Followed>(site, 'follow', { databaseUrl } satisfies FollowSettings);
  const followed = await side.ask(asked);
  await side.stop();
  return followed;
};

/** Appends in turn: the server does not take many large appends at once from one connection. */
const fill = async (databaseUrl: string, large: number, small: number): Promise<void> => {
  const eventStore = openEventStore({ databaseUrl }, { deadlineMs: DEADLINE_MS, logger: quietLogger });
  try {
    // Small events come first, so that their subscriber does not wait for a scan of the large ones.
    for (let written = 0; written < small; written += SMALL_AT_ONCE) {
      await appendEvents(eventStore, SMALL, SMALL_AT_ONCE, SMALL_BYTES);
    }
    for (let written = 0; written < large; written += LARGE_AT_ONCE) {
      await appendEvents(eventStore, LARGE, LARGE_AT_ONCE, LARGE_BYTES);
    }
  } finally {
    await eventStore.close();
  }
};

const appendEvents = async (
  eventStore: Pick<EventStore, 'append'>,
  prefix: string,
  count: number,
  bytes: number,
): Promise<void> => {
  const data = { network: 'n'.repeat(bytes), time: new Date().toISOString(), blockNumber: '1' };
  const event = (): Proposed => propose({ type: 'WatermarkReached', data }, null, randomUUID());
  await appendAll(eventStore, [{ stream: `${prefix}${randomUUID()}`, events: Array.from({ length: count }, event) }]);
};
