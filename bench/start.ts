import { type Bench, type Figure, single } from './figures';
import { median } from './support/alternate';
import { launchService } from './support/service';
import { onSite } from './support/site';

/** From `npm start` until it is ready, with the local chain, on a data directory that an earlier start has made. */
export const benchStart = (bench: Bench): Promise<readonly Figure[]> =>
  onSite(async (site) => {
    const environment = { DATA_DIR: site.dataDir, PORT: '0', LOG_LEVEL: 'warn' };
    await (await launchService(site, environment)).stop();
    const rounds: number[] = [];
    for (let round = 1; round <= bench.scale.rounds; round += 1) {
      const startedMs = performance.now();
      const service = await launchService(site, environment);
      rounds.push(performance.now() - startedMs);
      bench.say(`  start ${round}/${bench.scale.rounds}: ${Math.round(rounds.at(-1) ?? 0)} ms`);
      await service.stop();
    }
    return [single('start', median(rounds), 'ms')];
  });
