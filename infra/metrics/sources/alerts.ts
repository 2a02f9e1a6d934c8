import type { GaugeSource } from '../gauge-source';

const OPEN = 'lastro_alerts_open';

/** Alerts that are open, by kind; `openByKind` answers every kind that there is, with 0 where nothing is wrong. */
export const alertGauges = (openByKind: () => Promise<ReadonlyMap<string, number>>): GaugeSource => ({
  name: 'alerts',
  families: { [OPEN]: { help: 'Alerts that are open', labels: ['kind'] } },
  read: async () => [...(await openByKind())].map(([kind, value]) => ({ name: OPEN, labels: { kind }, value })),
});
