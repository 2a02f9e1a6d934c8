import { cashin } from '../../aggregates/cashin/cashin';
import type { CashinCommand, DecideCashin } from '../../aggregates/cashin/commands';
import type { CashinEnd, CashinEvent } from '../../aggregates/cashin/events';
import { cashout } from '../../aggregates/cashout/cashout';
import type { CashoutEvent } from '../../aggregates/cashout/events';
import { payoutIn as payoutOfCashout } from '../../aggregates/cashout/payout-phase';
import { type Decider, fold } from '../../aggregates/decider';
import type { LedgerEvent } from '../../aggregates/events';
import type { PaymentKind } from '../../aggregates/families';
import type { PayoutCommand, RecordRefund } from '../../aggregates/payout/commands';
import { NO_PAYOUT } from '../../aggregates/payout/payout';
import { isSent, type PayoutState } from '../../aggregates/payout/state';
import { isRejection } from '../../aggregates/rejection';
import type { WithdrawalCommand } from '../../aggregates/withdrawal/commands';
import type { WithdrawalEvent } from '../../aggregates/withdrawal/events';
import { payoutIn as payoutOfWithdrawal } from '../../aggregates/withdrawal/payout-phase';
import { withdrawal } from '../../aggregates/withdrawal/withdrawal';

const DECISIONS = ['HOLD', 'RELEASE', 'DECIDE', 'REFUND'] as const;

export type PossibleDecision = (typeof DECISIONS)[number];

/** The commands that each decision sends, with evidence that no rule refuses. */
type Tried<Command> = Readonly<Record<PossibleDecision, readonly Command[]>>;

/**
 * Decisions that the payment's own aggregate accepts at `now`, from all events of its stream. A provider's answer may
 * still refuse a decision.
 */
export const possibleDecisions = (
  kind: PaymentKind,
  events: readonly LedgerEvent[],
  now: string,
): readonly PossibleDecision[] => POSSIBLE[kind](events, now);

const POSSIBLE: Readonly<Record<PaymentKind, (events: readonly LedgerEvent[], now: string) => PossibleDecision[]>> = {
  CASHOUT: (events, now) => {
    const state = fold(cashout, events as readonly CashoutEvent[]);
    return acceptedIn(cashout, state, aboutPayout('payout' in state ? payoutOfCashout(state) : NO_PAYOUT, now));
  },
  CASHIN: (events, now) => {
    const state = fold(cashin, events as readonly CashinEvent[]);
    const ends = state.status === 'NONE' ? [] : endsOf(state.facts.amountBaseUnits, state.received);
    const decide = ends.map((end): DecideCashin => ({ type: 'DecideCashin', end, ...UNSENDABLE, ...BY_ANYBODY, now }));
    const tried: Tried<CashinCommand> = {
      ...{ HOLD: [{ type: 'HoldCashin', now }], RELEASE: [{ type: 'ReleaseCashin', now }] },
      ...{ DECIDE: decide, REFUND: [] },
    };
    return acceptedIn(cashin, state, tried);
  },
  WITHDRAW: (events, now) => {
    const state = fold(withdrawal, events as readonly WithdrawalEvent[]);
    const tried = aboutPayout('payout' in state ? payoutOfWithdrawal(state) : NO_PAYOUT, now);
    const { assetId, amountBaseUnits } = 'facts' in state ? state.facts : { assetId: 0, amountBaseUnits: '0' };
    const debit = { redemptionKey: EVIDENCE, isRedemptionGone: false, ...BY_ANYBODY, now };
    const decide: readonly WithdrawalCommand[] = [
      ...tried.DECIDE,
      { type: 'DecideRedemption', ...debit, debited: null },
      { type: 'DecideRedemption', ...debit, debited: { txid: EVIDENCE, assetId, amountBaseUnits } },
      { type: 'SettleOutside', ...debit, settledBy: EVIDENCE },
    ];
    return acceptedIn(withdrawal, state, { ...tried, DECIDE: decide });
  },
};

const acceptedIn = <State, Command, Event>(
  decider: Decider<State, Command, Event>,
  state: State,
  tried: Tried<Command>,
): PossibleDecision[] =>
  DECISIONS.filter((decision) => tried[decision].some((command) => isAccepted(decider, state, command)));

const isAccepted = <State, Command, Event>(
  { decide }: Decider<State, Command, Event>,
  state: State,
  command: Command,
): boolean => {
  try {
    return decide(state, command).length > 0;
  } catch (error) {
    if (!isRejection(error)) throw error;
    return false;
  }
};

const EVIDENCE = 'EVIDENCE';

/** No operator has this name, so no open proposal is their own. */
const BY_ANYBODY = { by: '', mayPropose: true } as const;

const UNSENDABLE = { isGone: false, isUnsendable: true, refundKey: EVIDENCE, deliveryIdOf: () => EVIDENCE } as const;

const endsOf = (deliveredBaseUnits: string, received: readonly { readonly endToEndId: string }[]): CashinEnd[] => [
  { how: 'DELIVERED', txId: EVIDENCE, deliveredBaseUnits },
  ...received.map(({ endToEndId }): CashinEnd => ({ how: 'REFUNDED', endToEndId, transfer: EVIDENCE })),
];

const aboutPayout = (payout: PayoutState, now: string): Tried<PayoutCommand> => {
  const last = isSent(payout) ? payout : payout.sent?.at(-1);
  const about = { type: 'DecidePayout', providerKey: last?.providerKey ?? '', ...BY_ANYBODY, now } as const;
  const asked = { hasAskedAll: true, givesWord: true, isUnpaid: true, doubtsRefuted: Infinity };
  return {
    HOLD: [{ type: 'HoldPayout', now }],
    RELEASE: [{ type: 'ReleasePayout', ...asked, now }],
    DECIDE: [
      { ...about, end: { how: 'PAID', endToEndId: EVIDENCE } },
      { ...about, end: { how: 'NOT_PAID' } },
    ],
    REFUND: refundOf(payout, now),
  };
};

const refundOf = ({ dues = [] }: PayoutState, now: string): readonly RecordRefund[] => {
  const open = dues.filter(({ txid }) => txid === undefined);
  const amountBaseUnits = open.reduce((sum, due) => sum + BigInt(due.amountBaseUnits), 0n).toString();
  return open.slice(0, 1).map(({ network, assetId }) => ({
    ...{ type: 'RecordRefund', due: null, now },
    transfer: { network, assetId, amountBaseUnits, txid: EVIDENCE, to: EVIDENCE, transferredAt: now },
  }));
};
