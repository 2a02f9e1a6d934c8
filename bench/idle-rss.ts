import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { Bench, Figure } from './figures';
import { startService } from './support/service';
import { onSite } from './support/site';

const KILOBYTES_PER_MEGABYTE = 1_024;
const SERVER_PROGRAM = 'event-store/server/main.js';

/** What the service and its event store keep in memory when nothing happens but blocks on one network. */
export const benchIdleMemory = (bench: Bench): Promise<readonly Figure[]> =>
  onSite(async (site) => {
    const { pid } = await startService(site);
    bench.say(`  the service is ready; it idles for ${bench.scale.idleMs / 1_000} s`);
    await pause(bench.scale.idleMs);
    const child = eventStoreOf(pid);
    const [service, eventStore] = [proportionalMegabytes(pid), proportionalMegabytes(child)];
    return [
      single('idle-rss', service + eventStore),
      single('idle-rss-service', service),
      single('idle-rss-event-store', eventStore),
    ];
  });

const single = (name: string, value: number): Figure => ({ name, value, unit: 'MB', baseline: null, ratio: null });

/** The pid of the event store that this service has started. */
const eventStoreOf = (servicePid: number): number => {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const found = pids.find((pid) => parentOf(pid) === servicePid && commandOf(pid).includes(SERVER_PROGRAM));
  if (found === undefined) throw new Error('The service has no event store process');
  return Number(found);
};

const parentOf = (pid: string): number => Number(/^PPid:\s+(\d+)$/m.exec(readProcess(pid, 'status'))?.[1]);

const commandOf = (pid: string): string => readProcess(pid, 'cmdline').replaceAll('\0', ' ');

/** Empty when the process has just ended. */
const readProcess = (pid: string, file: string): string => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
};

/** The proportional set size: pages that are shared count in parts. */
const proportionalMegabytes = (pid: number): number => {
  const kilobytes = /^Pss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1];
  if (kilobytes === undefined) throw new Error(`No proportional set size of ${pid}`);
  return Number(kilobytes) / KILOBYTES_PER_MEGABYTE;
};
