import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '../../infra/project-root';
import type { RebuildResult } from '../../infra/projections/rebuild/rebuild';
import type { Stores } from '../../src/bin/stores/stores';
import type { Bench, Figure } from '../figures';
import type { ProjectSettings } from '../sides/project';
import type { ReadSettings } from '../sides/read-client';
import type { Reading } from '../sides/shared/reading';
import { alternate, median } from '../support/alternate';
import { serveLog } from '../support/event-store-server';
import { startSide } from '../support/side';
import { onSite, type Site } from '../support/site';
import { EVENTS_PER_INTENT, fillLog } from '../support/stored-log';
import { openBenchAdapters, openBenchStores } from '../support/stores';
import { readBy } from './read-all';

const run = promisify(execFile);
const PROJECTION = 'cashout-intents';
const COMMAND_TIMEOUT_MS = 180_000;

/** A rebuild with its comparison, against reading the same events by the client; neither counts process starts. */
export const benchRebuild = (bench: Bench): Promise<readonly Figure[]> =>
  onSite(async (site) => {
    const events = bench.scale.storedIntents * EVENTS_PER_INTENT;
    const stores = await openBenchStores(site);
    await (await openBenchAdapters(site, stores)).close();
    bench.say(`  filling the log with ${events} events and projecting it`);
    await fillLog(stores, bench.scale.storedIntents);
    await projectLive(site, stores);
    const { databaseUrl } = stores;
    const served = { databaseUrl, eventStoreUrl: await serveLog(site, databaseUrl) };
    const wholeCommands: number[] = [];
    const figure = await alternate(bench, {
      name: 'rebuild',
      unit: 'events/s',
      baseline: () => readAlone(site, served, events),
      measured: async () => {
        const startedAt = performance.now();
        const perSecond = await rebuild(site, events);
        wholeCommands.push(events / ((performance.now() - startedAt) / 1_000));
        return perSecond;
      },
    });
    const whole = { name: 'rebuild-whole-command', value: median(wholeCommands), unit: 'events/s' };
    return [figure, { ...whole, baseline: figure.baseline, ratio: whole.value / (figure.baseline ?? Number.NaN) }];
  });

const projectLive = async (site: Site, { databaseUrl }: Stores): Promise<void> => {
  const project = await startSide<object, null>(site, 'project', {
    databaseUrl,
    projection: PROJECTION,
  } satisfies ProjectSettings);
  await project.ask({});
  await project.stop();
};

const readAlone = async (site: Site, settings: ReadSettings, events: number): Promise<number> => {
  const reader = await startSide<'client', Reading>(site, 'read-client', settings);
  const perSecond = await readBy(reader, 'client', events);
  await reader.stop();
  return perSecond;
};

/** `npm run ledger -- rebuild cashout-intents --json` without npm. */
const rebuild = async ({ dataDir }: Site, events: number): Promise<number> => {
  const program = path.join(projectRoot(), 'dist', 'src', 'bin', 'programs', 'ledger.js');
  const { stdout } = await run(process.execPath, [program, 'rebuild', PROJECTION, '--json'], {
    env: { ...process.env, DATA_DIR: dataDir, LOG_LEVEL: 'error' },
    timeout: COMMAND_TIMEOUT_MS,
  });
  const result = JSON.parse(stdout) as RebuildResult;
  if (result.outcome !== 'swapped' || result.events !== events) {
    throw new Error(`The rebuild of ${events} events ended otherwise: ${stdout}`);
  }
  return events / (result.elapsedMs / 1_000);
};
