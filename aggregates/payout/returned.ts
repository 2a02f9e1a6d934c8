import type { Outcome, RecordOutcome, Settlement } from './commands';
import { contradict, settledForAnother } from './contradiction';
import type { PayoutEvent } from './events';
import type { Owed } from './owed';
import { contradictionOf, type SettledPayout } from './state';

type Settled = Pick<
  SettledPayout,
  'provider' | 'paidCents' | 'returnedCents' | 'feesCents' | 'contradictions' | 'ended' | 'despite' | 'settledByWord'
>;

export const feeOf = ({ feeCents = '0' }: Settlement): bigint => BigInt(feeCents);

/** The provider had reported this amount before operators declared the payout paid. The report may come again. */
export const wasTold = (
  { contradictions, despite = [], settledByWord }: Settled,
  { providerKey }: RecordOutcome,
  { amountCents }: Settlement,
): boolean => {
  const told = [`SETTLED ${amountCents}`, settledForAnother(amountCents)].map((each) =>
    contradictionOf(providerKey, each),
  );
  return told.some((each) => despite.includes(each) || (settledByWord !== undefined && contradictions.includes(each)));
};

const less = (cents: bigint, taken: bigint): bigint => (cents > taken ? cents - taken : 0n);

/** The total returned never falls or exceeds the paid amount. An excess counted as paid returns first and is ours. */
export const recordReturn = <Key extends object>(
  owed: Owed<Key>,
  state: Settled,
  command: RecordOutcome,
  { amountCents, settlement }: Extract<Outcome, { kind: 'RETURNED' }>,
): readonly PayoutEvent<Key>[] => {
  const { provider, paidCents, returnedCents, feesCents } = state;
  if (BigInt(settlement.amountCents) !== paidCents && !wasTold(state, command, settlement)) {
    const detail = `returned ${amountCents} of ${settlement.amountCents} cents, after ${paidCents}`;
    return contradict(owed, state, command, detail);
  }
  const toldCents = BigInt(amountCents);
  const inAllCents = less(toldCents, less(BigInt(settlement.amountCents), paidCents));
  if (toldCents <= 0n || inAllCents < returnedCents || inAllCents > paidCents) {
    const detail = `returned ${amountCents} cents in all, after ${returnedCents} of ${paidCents}`;
    return contradict(owed, state, command, detail);
  }
  if (inAllCents === returnedCents) return [];
  const newFeeCents = feeOf(settlement) - feesCents;
  const { providerKey, now } = command;
  const data = {
    ...{ ...owed.key, providerKey, provider },
    amountCents: (inAllCents - returnedCents).toString(),
    // A provider returns its fee together with the money, or never.
    feeCents: (newFeeCents > 0n ? newFeeCents : 0n).toString(),
    returnedAt: now,
  };
  return [{ type: 'PayoutReturned', data }];
};
