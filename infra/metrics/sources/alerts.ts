import type { GaugeSource } from '../gauge-source';

const OPEN = 'lastro_alerts_open';

export const alertGauges = (openByKind: () => Promise<ReadonlyMap<string, number>>): GaugeSource => ({
  name: 'alerts',
  families: { [OPEN]: { help: 'Open alerts', labels: ['kind'] } },
  read: async () => [...(await openByKind())].map(([kind, value]) => ({ name: OPEN, labels: { kind }, value })),
});
