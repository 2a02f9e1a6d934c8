import type { GaugeSource } from '../gauge-source';

interface OpenBreaker {
  readonly provider: string;
  readonly method: string;
}

const OPEN = 'lastro_payout_breakers_open';

export const breakerGauges = (list: () => Promise<readonly OpenBreaker[]>): GaugeSource => ({
  name: 'breakers',
  families: { [OPEN]: { help: 'Processes that send a provider no new orders', labels: ['provider', 'method'] } },
  read: async () => {
    const counts = new Map<string, number>();
    for (const { provider, method } of await list())
      counts.set(`${provider} ${method}`, (counts.get(`${provider} ${method}`) ?? 0) + 1);
    return [...counts].map(([key, value]) => {
      const [provider = '', method = ''] = key.split(' ');
      return { name: OPEN, labels: { provider, method }, value };
    });
  },
});
