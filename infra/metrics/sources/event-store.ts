import type { LogCounters } from '../../../packages/event-store/log/log';
import type { GaugeSource } from '../gauge-source';

const UP = 'lastro_event_store_up';
const WAITING = 'lastro_event_store_waiting_appends';
const APPENDS = 'lastro_event_store_appends_total';

export const eventStoreGauges = (counters: () => LogCounters): GaugeSource => ({
  name: 'event-store',
  families: {
    [UP]: { help: '1 while this process can append to the event log, 0 otherwise', labels: [] },
    [WAITING]: { help: 'Appends of this process that wait for an answer', labels: [] },
    [APPENDS]: { help: 'Appends of this process to the event log', labels: ['outcome'], kind: 'counter' },
  },
  read: async () => {
    const { isConnected, waiting, appends } = counters();
    return [
      { name: UP, value: isConnected ? 1 : 0 },
      { name: WAITING, value: waiting },
      ...Object.entries(appends).map(([outcome, value]) => ({ name: APPENDS, labels: { outcome }, value })),
    ];
  },
});
