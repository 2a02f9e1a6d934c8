import type { UnmatchedReason } from '../deposit/events';
import { rejection } from '../rejection';
import type { AcceptDeposit, CreateIntent, Expire } from './commands';
import type { CashoutEvent } from './events';
import type { CashoutState } from './state';

export const isTerminal = (state: CashoutState): boolean =>
  state.status === 'COMPLETED' || state.status === 'FAILED' || state.status === 'EXPIRED';

/** One intent per quote: a live one is in the way for now, an ended one for ever. */
export const createIntent = (state: CashoutState, { intent }: CreateIntent): readonly CashoutEvent[] => {
  if (isTerminal(state)) throw rejection('QUOTE_ALREADY_USED', 'The quote was used by an intent that has ended');
  if (state.status !== 'NONE') throw rejection('CONCURRENT_OPERATION', 'An intent for this quote is in progress');
  if (intent.createdAt >= intent.expiresAt) throw rejection('QUOTE_EXPIRED', 'The quote has expired');
  return [{ type: 'CashoutIntentCreated', data: intent }];
};

/** Why the intent cannot take the deposit, or null when it can. */
export const whyRefused = (state: CashoutState, deposit: AcceptDeposit['deposit']): UnmatchedReason | null => {
  if (state.status === 'NONE') return 'UNKNOWN_MEMO';
  if (state.status === 'EXPIRED') return 'INTENT_CLOSED';
  if (state.status !== 'PENDING') return 'DUPLICATE';
  if (deposit.network !== state.facts.network) return 'WRONG_NETWORK';
  if (deposit.assetId !== state.facts.assetId) return 'WRONG_ASSET';
  return BigInt(deposit.amountBaseUnits) < BigInt(state.facts.amountBaseUnits) ? 'UNDERPAID' : null;
};

/** Overpaid is paid as quoted, and the surplus is owed back; underpaid is never paid out. */
export const acceptDeposit = (state: CashoutState, { deposit, now }: AcceptDeposit): readonly CashoutEvent[] => {
  if ('deposit' in state && state.deposit.depositId === deposit.depositId) return [];
  const refusal = whyRefused(state, deposit);
  if (refusal !== null || state.status !== 'PENDING') {
    throw rejection('WRONG_STATE', `The intent does not take this deposit: ${refusal ?? state.status}`);
  }
  const { intentId, memo, symbol, decimals, amountBaseUnits } = state.facts;
  const surplus = BigInt(deposit.amountBaseUnits) - BigInt(amountBaseUnits);
  const accepted: CashoutEvent = {
    type: 'DepositAccepted',
    data: { ...deposit, intentId, memo, symbol, decimals, acceptedAt: now },
  };
  if (surplus === 0n) return [accepted];
  const { depositId, assetId, sender } = deposit;
  return [
    accepted,
    {
      type: 'RefundDue',
      data: {
        intentId,
        depositId,
        assetId,
        amountBaseUnits: surplus.toString(),
        to: sender,
        reason: 'SURPLUS',
        dueAt: now,
      },
    },
  ];
};

/** Expiry and acceptance race on the stream's revision; whoever comes second finds nothing to do. */
export const expire = (state: CashoutState, { cause, now }: Expire): readonly CashoutEvent[] => {
  if (state.status === 'NONE') throw rejection('INTENT_NOT_FOUND', 'No such intent');
  if (state.status !== 'PENDING' || now < state.facts.expiresAt) return [];
  const { intentId, memo, expiresAt } = state.facts;
  return [{ type: 'CashoutExpired', data: { intentId, memo, expiresAt, cause, expiredAt: now } }];
};
