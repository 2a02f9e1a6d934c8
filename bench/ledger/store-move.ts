import { type Bench, type Figure, single } from '../figures';
import type { MoveLog, MoveLogSettings } from '../sides/move-log';
import { alternate } from '../support/alternate';
import { serveLog } from '../support/event-store-server';
import { startSide } from '../support/side';
import { onSite, type Site } from '../support/site';
import { openBenchStores } from '../support/stores';

const TIMES_BROKEN_OFF = 3;

/**
 * What is written into one store, one append after the other, is copied into a second: events/s to the appends/s of
 * the very same events. All of it is then copied into a third, broken off three times by SIGKILL.
 */
export const benchStoreMove = (bench: Bench): Promise<readonly Figure[]> =>
  onSite(async (site) => {
    const sourceUrl = await serveOwn(site);
    const copied = await inAnotherStore((other, targetUrl) => copyAlongside(bench, other, { sourceUrl, targetUrl }));
    const arrived = await inAnotherStore((other, targetUrl) => copyBrokenOff(bench, other, { sourceUrl, targetUrl }));
    return [copied, arrived];
  });

const inAnotherStore = (work: (site: Site, targetUrl: string) => Promise<Figure>): Promise<Figure> =>
  onSite(async (site) => work(site, await serveOwn(site)));

const serveOwn = async (site: Site): Promise<string> => serveLog(site, (await openBenchStores(site)).databaseUrl);

const startMover = (site: Site, settings: MoveLogSettings) => startSide<MoveLog, number>(site, 'move-log', settings);

const copyAlongside = async (bench: Bench, site: Site, settings: MoveLogSettings): Promise<Figure> => {
  const mover = await startMover(site, settings);
  const events = bench.scale.movedEvents / bench.scale.rounds;
  return alternate(bench, {
    ...{ name: 'store-move', unit: 'events/s' },
    baseline: async () => events / (await mover.ask({ ask: 'WRITE', events })),
    measured: async () => events / (await mover.ask({ ask: 'COPY' })),
  });
};

/** `value`: events that arrived, each once; it throws when the two logs are not the same. */
const copyBrokenOff = async (bench: Bench, site: Site, settings: MoveLogSettings): Promise<Figure> => {
  const { movedEvents } = bench.scale;
  for (let time = 1; time <= TIMES_BROKEN_OFF; time += 1) {
    const mover = await startMover(site, settings);
    const afterEvents = Math.floor((movedEvents * time) / (TIMES_BROKEN_OFF + 1));
    const end = await mover.ask({ ask: 'COPY_AND_DIE', afterEvents }).then(String, String);
    if (!end.includes('ended')) throw new Error(`The copy was not broken off: ${end}`);
    bench.say(`  store-move-broken-off ${time}/${TIMES_BROKEN_OFF}: after ${afterEvents} events`);
  }
  const mover = await startMover(site, settings);
  await mover.ask({ ask: 'COPY' });
  const value = await mover.ask({ ask: 'COMPARE' });
  if (value !== movedEvents) throw new Error(`${value} events arrived of ${movedEvents}`);
  return single('store-move-broken-off', value, 'events');
};
