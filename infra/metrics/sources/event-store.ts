import type { ServerCounters } from '../../event-store/server/call-counts';
import { inTime } from '../../timing/time-limit';
import type { GaugeSource, Sample } from '../gauge-source';

const UP = 'lastro_event_store_up';
const MEMORY = 'lastro_event_store_resident_memory_bytes';
const CPU = 'lastro_event_store_cpu_seconds_total';
const REQUESTS = 'lastro_event_store_requests_total';

/** Below the scrape's timeout: an unresponsive process must show as down. */
const SILENT_MS = 1_000;

/** Counters of the embedded event store's process; they restart with it. */
export const eventStoreGauges = (counters: () => Promise<ServerCounters>): GaugeSource => ({
  name: 'event-store',
  families: {
    [UP]: { help: '1 while the embedded event store answers, 0 otherwise', labels: [] },
    [MEMORY]: { help: 'Resident memory of the embedded event store', labels: [] },
    [CPU]: { help: 'CPU that the embedded event store has used', labels: [], kind: 'counter' },
    [REQUESTS]: { help: 'Calls, and appends one by one', labels: ['call', 'code'], kind: 'counter' },
  },
  read: async () => {
    const told = await inTime(SILENT_MS, counters(), () => null).catch(() => null);
    return told === null ? [{ name: UP, value: 0 }] : samplesOf(told);
  },
});

const samplesOf = ({ residentMemoryBytes, cpuSeconds, requests }: ServerCounters): readonly Sample[] => [
  { name: UP, value: 1 },
  { name: MEMORY, value: residentMemoryBytes },
  { name: CPU, value: cpuSeconds },
  ...requests.map(({ call, code, count }) => ({ name: REQUESTS, labels: { call, code }, value: count })),
];
