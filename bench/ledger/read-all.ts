import type { Bench, Figure } from '../figures';
import type { ReadSettings } from '../sides/read-client';
import type { ReadPostgresSettings } from '../sides/read-postgres';
import type { Reading } from '../sides/shared/reading';
import { alternate } from '../support/alternate';
import { serveLog } from '../support/event-store-server';
import { type Side, startSide } from '../support/side';
import { onSite } from '../support/site';
import { EVENTS_PER_INTENT, fillLog } from '../support/stored-log';
import { openBenchStores } from '../support/stores';

const UNIT = 'events/s';

/** Everything from the log, and by the official client from our server, against a stream of the table's rows. */
export const benchReadAll = (bench: Bench): Promise<readonly Figure[]> =>
  onSite(async (site) => {
    const stores = await openBenchStores(site);
    const events = bench.scale.storedIntents * EVENTS_PER_INTENT;
    bench.say(`  filling the log with ${events} events`);
    await fillLog(stores, bench.scale.storedIntents);
    const { databaseUrl } = stores;
    const eventStoreUrl = await serveLog(site, databaseUrl);
    const postgres = await startSide<object, Reading>(site, 'read-postgres', {
      databaseUrl,
    } satisfies ReadPostgresSettings);
    const client = await startSide<'client' | 'log', Reading>(site, 'read-client', {
      databaseUrl,
      eventStoreUrl,
    } satisfies ReadSettings);
    const shared = { unit: UNIT, baseline: () => readBy(postgres, {}, events) };
    // Neither side is windowed by time: once each to warm up.
    await readBy(postgres, {}, events);
    await readBy(client, 'log', events);
    const figure = await alternate(bench, {
      ...shared,
      name: 'read-all',
      measured: () => readBy(client, 'log', events),
    });
    const measured = () => readBy(client, 'client', events);
    return [figure, await alternate(bench, { ...shared, name: 'read-all-client', measured })];
  });

/** Refuses a reading that left something out; the store itself may add a few events of its own. */
export const readBy = async <Question>(
  side: Side<Question, Reading>,
  question: Question,
  atLeast: number,
): Promise<number> => {
  const { events, perSecond } = await side.ask(question);
  if (events < atLeast || events > atLeast * 1.01) throw new Error(`${events} events were read, not ${atLeast}`);
  return perSecond;
};
