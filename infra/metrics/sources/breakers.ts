import type { GaugeSource } from '../gauge-source';

interface CountedBreaker {
  readonly provider: string;
  readonly method: string;
  readonly processes: number;
}

const OPEN = 'lastro_payout_breakers_open';

export const breakerGauges = (count: () => Promise<readonly CountedBreaker[]>): GaugeSource => ({
  name: 'breakers',
  families: {
    [OPEN]: { help: 'Processes whose breaker stops new orders to a provider', labels: ['provider', 'method'] },
  },
  read: async () =>
    (await count()).map(({ provider, method, processes }) => ({
      name: OPEN,
      labels: { provider, method },
      value: processes,
    })),
});
