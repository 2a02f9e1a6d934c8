import { compareBanks } from '../../../../commands/payout/comparing/compare-banks';
import type { Window } from '../../../../commands/payout/windows';
import type { PayoutProvider } from '../../../../commands/ports/providers/payout-provider';
import { comparisonRows } from '../../../../infra/comparisons/comparison-rows';
import { createQuery } from '../../../../infra/postgres/query';
import { listPaidBy, listPartnersPaying, type PaidWithin } from '../../../../read-models/steps/payouts';
import { streamOfPayout } from '../../../reads/lookups';
import type { Adapters } from '../adapters';

const within = ({ name, mode }: PayoutProvider, { fromMs, toMs }: Window): PaidWithin => ({
  ...{ provider: name, mode },
  ...{ from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString() },
});

export const comparingOf = ({ ports, pool }: Pick<Adapters, 'ports' | 'pool'>): ReturnType<typeof compareBanks> => {
  const { query } = ports;
  return compareBanks({
    ...ports,
    streamOfPayout: streamOfPayout(query),
    partnersPaying: (provider, window) => listPartnersPaying(query, within(provider, window)),
    paidBy: (provider, window) => listPaidBy(query, within(provider, window)),
    comparedDays: comparisonRows(createQuery(pool)),
  });
};
