import type { CashoutIntentCreated } from '../../../aggregates/cashout/events';
import type { SeenMovement } from '../../../aggregates/chain';
import type { Recorded } from '../../../aggregates/events';
import type { Findings } from './demand';
import type { Streams } from './evidence';

type Seen = SeenMovement & { readonly depositId: string };

/** Written apart from the rule of the ledger. */
const mayPay = (seen: Seen, terms: CashoutIntentCreated): boolean => {
  const paidMs = Date.parse(seen.blockTime ?? terms.createdAt);
  return (
    seen.memos.join() === terms.memo &&
    seen.movements === 1 &&
    seen.assetId === terms.assetId &&
    BigInt(seen.amountBaseUnits) >= BigInt(terms.amountBaseUnits) &&
    paidMs >= Date.parse(terms.createdAt) - 30_000 &&
    paidMs <= Date.parse(terms.expiresAt) + 30_000
  );
};

const termsOf = ({ ofCashouts }: Streams): readonly CashoutIntentCreated[] =>
  [...ofCashouts.values()].flatMap(([first]) => (first?.type === 'CashoutIntentCreated' ? [first.data] : []));

/** The intent that each open deposit may pay: seen and not decided yet, as the log goes on. */
const follow = (open: Map<string, string>, { type, data }: Recorded, terms: readonly CashoutIntentCreated[]): void => {
  if (type === 'DepositObserved') {
    const intent = terms.find((offered) => mayPay(data, offered));
    if (intent !== undefined) open.set(data.depositId, intent.intentId);
  }
  if (type === 'DepositReverted' || type === 'DepositReleased' || type === 'DepositUnmatched')
    open.delete(data.depositId);
};

/** 6: no intent expires while an observed deposit may still pay it. */
export const checkExpiries = (streams: Streams, { equal }: Findings): void => {
  const open = new Map<string, string>();
  const terms = termsOf(streams);
  for (const event of streams.log) {
    follow(open, event, terms);
    if (event.type !== 'CashoutExpired') continue;
    const { intentId, cause } = event.data;
    const paid = [...open].filter(([, intent]) => intent === intentId).map(([depositId]) => depositId);
    equal('no intent ends while something seen may pay it', paid, [], intentId, cause);
  }
};
