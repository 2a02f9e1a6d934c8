import type { Recorded } from '../../../aggregates/events';
import { partsOfStream } from '../../../aggregates/stream';
import { CASHIN_RULES } from './cashin-rules';
import { CASHOUT_RULES } from './cashout-rules';
import { PAYOUT_RULES } from './payout-rules';
import type { AccountKind, Posting } from './postings';
import { REFUND_RULES } from './refund-rules';
import type { MoneyEvent, Rule, Rules } from './rules';
import { WITHDRAWAL_RULES } from './withdrawal-rules';

/** Every event that money goes through, and what it posts. */
export const RULES: Rules<MoneyEvent> = {
  ...CASHOUT_RULES,
  ...WITHDRAWAL_RULES,
  ...CASHIN_RULES,
  ...PAYOUT_RULES,
  ...REFUND_RULES,
};

const FAMILIES: ReadonlySet<string> = new Set(['cashout', 'cashin', 'deposit', 'peggedBalance', 'withdrawal']);

const isMoney = (event: Recorded): event is Recorded<MoneyEvent> =>
  event.type in RULES && FAMILIES.has(partsOfStream(event.stream)?.category ?? '');

/** The payment whose account is posted: many withdrawals share the stream of one wallet. */
const paymentOf = ({ stream, data }: Recorded<MoneyEvent>): string =>
  'withdrawId' in data ? data.withdrawId : (partsOfStream(stream)?.id ?? stream);

/** Never on the debit side. */
const LIABILITIES: ReadonlySet<AccountKind> = new Set<AccountKind>([
  ...(['suspense', 'payable', 'in-flight', 'refund-in-flight', 'refunds-due', 'deliverable', 'in-delivery'] as const),
  ...(['cashin-suspense', 'partner-due', 'returned', 'fees:platform', 'fees:partner', 'fees:network'] as const),
]);

export interface Books {
  readonly balances: ReadonlyMap<string, bigint>;
  /** Postings that do not sum to zero, and liabilities with a debit balance. */
  readonly breaches: readonly string[];
}

export const nameOf = ({ kind, of, asset }: Omit<Posting, 'amount'>): string => `${kind} ${of} ${asset}`;

const unbalanced = (postings: readonly Posting[]): boolean => {
  const sums = new Map<string, bigint>();
  for (const { asset, amount } of postings) sums.set(asset, (sums.get(asset) ?? 0n) + amount);
  return [...sums.values()].some((sum) => sum !== 0n);
};

/** The sum over money events, in their order. */
export const sumUp = (log: readonly Recorded[]): Books => {
  const balances = new Map<string, bigint>();
  const streams = new Map<string, MoneyEvent[]>();
  const breaches: string[] = [];
  for (const event of log) {
    if (!isMoney(event)) continue;
    const before = streams.get(event.stream) ?? [];
    const rule = RULES[event.type] as Rule<MoneyEvent['type']>;
    const postings = rule(event, before, paymentOf(event));
    streams.set(event.stream, before);
    before.push(event);
    if (unbalanced(postings)) breaches.push(`${event.type} of ${event.stream} does not sum to zero`);
    for (const posting of postings)
      balances.set(nameOf(posting), (balances.get(nameOf(posting)) ?? 0n) + posting.amount);
    for (const posting of postings) {
      const isOwedToUs = LIABILITIES.has(posting.kind) && (balances.get(nameOf(posting)) ?? 0n) > 0n;
      if (isOwedToUs) breaches.push(`${event.type} of ${event.stream} takes from ${nameOf(posting)} what is not there`);
    }
  }
  return { balances, breaches };
};

export const balanceOf = ({ balances }: Books, kind: AccountKind, of: string, asset: string | number): bigint =>
  balances.get(nameOf({ kind, of, asset: String(asset) })) ?? 0n;
