import { setTimeout as pause } from 'node:timers/promises';
import { type Bench, type Figure, single } from './figures';
import { processesOf, proportionalMegabytes, runsNode } from './support/processes';
import { startService } from './support/service';
import { onSite } from './support/site';

/** Memory of the service's Node processes while it only reads blocks of one network. */
export const benchIdleMemory = (bench: Bench): Promise<readonly Figure[]> =>
  onSite(async (site) => {
    const { pid } = await startService(site);
    bench.say(`  the service is ready; it idles for ${bench.scale.idleMs / 1_000} s`);
    await pause(bench.scale.idleMs);
    const megabytes = processesOf(pid).filter(runsNode).map(proportionalMegabytes);
    bench.say(`  ${megabytes.map((each) => each.toFixed(1)).join(' + ')} MB`);
    const value = megabytes.reduce((sum, each) => sum + each, 0);
    return [single('idle-rss', value, 'MB')];
  });
