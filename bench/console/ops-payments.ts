import type { Bench, Figure } from '../figures';
import { paymentCopies } from '../seeds/payment-copies';
import { FILTER_PAIRS } from '../seeds/payment-filters';
import { comparedOf, latencyOf, openOps } from '../support/ops';
import { onSite } from '../support/site';

/** The 95th percentile of pages of each filter and pair of filters, against the same before most payments were copied. */
export const benchOpsPayments = (bench: Bench): Promise<readonly Figure[]> =>
  onSite(async (site) => {
    const { loggedPayments, payments, partners, samples } = bench.scale.console;
    const ops = await openOps(bench, site, loggedPayments);
    const pathOf = (query: string): string => `/ops/v1/payments?mode=sandbox&${query}`;
    const questions = FILTER_PAIRS.map(({ name, query }) => ({
      ...{ name, path: (sample: number) => pathOf(query(sample)) },
    }));
    const measure = () => latencyOf(ops.ask, questions, samples);
    const before = await measure();
    bench.say(`  copying them to ${payments}, of ${partners} partners`);
    await ops.fill(paymentCopies(payments - loggedPayments, partners));
    await measure();
    return comparedOf(bench, 'ops-payments', await measure(), before);
  });
