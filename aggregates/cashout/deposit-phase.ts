import type { Assignment, FinalDeposit, SetAside, UnmatchedReason } from '../deposit/events';
import { type PayableIntent, refusalOf } from '../deposit/matching';
import { referencesOf } from '../quote/partner-references';
import { rejection } from '../rejection';
import type { AcceptDeposit, AssignDeposit, CreateIntent } from './commands';
import type { CashoutEvent } from './events';
import type { CashoutFacts, CashoutState } from './state';

export const isTerminal = (state: CashoutState): boolean =>
  state.status === 'COMPLETED' || state.status === 'FAILED' || state.status === 'EXPIRED';

/** A quote has one intent: an open intent refuses another for now, an ended intent for ever. */
export const createIntent = (state: CashoutState, { intent }: CreateIntent): readonly CashoutEvent[] => {
  if (isTerminal(state)) throw rejection('QUOTE_ALREADY_USED', 'The quote was used by an intent that has ended');
  if (state.status !== 'NONE') throw rejection('CONCURRENT_OPERATION', 'An intent for this quote is in progress');
  if (intent.createdAt >= intent.expiresAt) throw rejection('QUOTE_EXPIRED', 'The quote has expired');
  return [{ type: 'CashoutIntentCreated', data: intent }];
};

export type IssuedIntent = PayableIntent & CashoutFacts;

export const payableIntent = (state: CashoutState): IssuedIntent | null => {
  if (state.status === 'NONE') return null;
  if (state.status === 'PENDING' || state.status === 'EXPIRED') return { ...state.facts, status: state.status };
  return { ...state.facts, status: 'ACCEPTED' };
};

export const whyRefused = (
  state: CashoutState,
  deposit: FinalDeposit,
  setAside: readonly SetAside[] = [],
): UnmatchedReason | null => refusalOf(deposit, payableIntent(state), setAside);

const isAccepted = (state: CashoutState, { depositId }: FinalDeposit): boolean =>
  'deposit' in state && state.deposit.depositId === depositId;

export const acceptDeposit = (state: CashoutState, { deposit, now }: AcceptDeposit): readonly CashoutEvent[] =>
  isAccepted(state, deposit) ? [] : accept(state, deposit, null, now);

/** Network, asset, mode, amount, finality and the status PENDING cannot be set aside. */
export const assignDeposit = (
  state: CashoutState,
  { deposit, assignment, now }: AssignDeposit,
): readonly CashoutEvent[] => (isAccepted(state, deposit) ? [] : accept(state, deposit, assignment, now));

/** An overpaid intent is paid as quoted and owes the surplus back; an underpaid intent is never paid out. */
const accept = (
  state: CashoutState,
  deposit: FinalDeposit,
  assignment: Assignment | null,
  now: string,
): readonly CashoutEvent[] => {
  const refusal = whyRefused(state, deposit, assignment?.setAside);
  const { assetId } = deposit;
  if (refusal !== null || state.status !== 'PENDING' || assetId === null) {
    throw rejection('WRONG_STATE', `The intent does not take this deposit: ${refusal ?? state.status}`);
  }
  const { intentId, memo, symbol, decimals, amountBaseUnits: expected } = state.facts;
  const { depositId, network, txid, amountBaseUnits, sender, blockTime } = deposit;
  const accepted: CashoutEvent = {
    type: 'DepositAccepted',
    data: {
      ...{ intentId, memo, depositId, network, txid, assetId, symbol, decimals, amountBaseUnits, sender, blockTime },
      ...(assignment === null ? {} : { assignment }),
      ...referencesOf(state.facts),
      acceptedAt: now,
    },
  };
  const surplus = BigInt(amountBaseUnits) - BigInt(expected);
  if (surplus === 0n) return [accepted];
  const owed = { intentId, depositId, assetId, amountBaseUnits: surplus.toString(), to: sender };
  return [accepted, { type: 'RefundDue', data: { ...owed, reason: 'SURPLUS', dueAt: now } }];
};
