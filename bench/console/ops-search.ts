import { randomUUID } from 'node:crypto';
import type { Bench, Figure } from '../figures';
import { copiedNames, searchCopies } from '../seeds/payment-copies';
import { comparedOf, latencyOf, type Ops, openOps, type Question } from '../support/ops';
import { type BenchPartner, createPartner, post } from '../support/partner';
import { onSite, type Site } from '../support/site';

const USERS = 5;
/** Far from each other in the list of copies. */
const STEP = 7_919;

/** The 95th percentile of searches among many payments and partners, against the same before most were copied. */
export const benchOpsSearch = (bench: Bench): Promise<readonly Figure[]> =>
  onSite(async (site) => {
    const { loggedPayments, payments, partners, samples } = bench.scale.console;
    const ops = await openOps(bench, site, loggedPayments);
    const questions = questionsOf(payments, partners, await nameUsers(site, ops));
    const measure = () => latencyOf(ops.ask, questions, samples);
    await measure();
    const before = await measure();
    bench.say(`  copying them to ${payments}, of ${partners} partners`);
    await ops.fill(searchCopies(payments - loggedPayments, partners));
    await measure();
    const after = await measure();
    return comparedOf(bench, 'ops-search', after, before);
  });

const walletOf = (user: number): string => `0x${String(user + 1).padStart(40, '0')}`;
const externalIdOf = (user: number): string => `customer-${user}`;

const nameUsers = async (site: Site, ops: Ops): Promise<BenchPartner> => {
  const partner = await createPartner(site, ops.service);
  for (let user = 0; user < USERS; user += 1) {
    const body = { externalUserId: externalIdOf(user), pubkey: walletOf(user), blockchain: 'ethereum' };
    await post(`${ops.service.url}/api/v1/users`, partner.apiKey, body);
  }
  await ops.untilProjected();
  return partner;
};

/** Each text that a search supports, and texts that find nothing. */
const questionsOf = (payments: number, partners: number, { partnerId }: BenchPartner): readonly Question[] => {
  const of = (sample: number) => copiedNames(1 + ((sample * STEP) % (payments / 2)));
  // Only every tenth copy has all names.
  const named = (sample: number) => copiedNames(10 + ((sample * STEP * 10) % (payments / 2)));
  const question = (name: string, text: (sample: number) => string): Question => ({
    ...{ name, path: (sample) => `/ops/v1/search?q=${encodeURIComponent(text(sample))}` },
  });
  return [
    question('id', (sample) => of(sample).paymentId),
    question('id-beginning', (sample) => of(sample).paymentId.slice(0, 12)),
    question('three-characters', (sample) => ['baf', '0x1', 'eth', partnerId.slice(0, 3)][sample % 4] ?? ''),
    question('transaction', (sample) => of(sample).transaction),
    question('transaction-beginning', (sample) => of(sample).transaction.slice(0, 10)),
    question('end-to-end-id', (sample) => of(sample).endToEndId),
    question('reference', (sample) => named(sample).reference),
    question('charge', (sample) => named(sample).charge),
    question('wallet', (sample) => walletOf(sample % USERS)),
    question('external-id', (sample) => externalIdOf(sample % USERS)),
    question('partner-name', (sample) => `Partner number ${sample % partners}`),
    question('nothing', () => randomUUID()),
  ];
};
