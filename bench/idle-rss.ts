import { setTimeout as pause } from 'node:timers/promises';
import type { Environment } from '../src/config';
import { type Bench, type Figure, single } from './figures';
import { processesOf, proportionalMegabytes, runsNode } from './support/processes';
import { startService } from './support/service';
import { onSite, type Site } from './support/site';

/** Memory of a service's Node processes while it only reads blocks of one network. */
export const idleMegabytes = async (bench: Bench, site: Site, environment: Environment = {}): Promise<number> =>
  restingMegabytes(bench, (await startService(site, { environment })).pid);

/** The same of a service that is there already. */
export const restingMegabytes = async ({ scale, say }: Bench, pid: number): Promise<number> => {
  say(`  the service is ready; it idles for ${scale.idleMs / 1_000} s`);
  await pause(scale.idleMs);
  const megabytes = processesOf(pid).filter(runsNode).map(proportionalMegabytes);
  say(`  ${megabytes.map((each) => each.toFixed(1)).join(' + ')} MB`);
  return megabytes.reduce((sum, each) => sum + each, 0);
};

export const benchIdleMemory = (bench: Bench): Promise<readonly Figure[]> =>
  onSite(async (site) => [single('idle-rss', await idleMegabytes(bench, site), 'MB')]);
