import type { Cents } from '../money';
import type { CashoutIntentCreated, DepositAccepted } from './events';

/** Sent, or about to be, and perhaps paid: only a word about its key may move it on. */
export type SentPayout = {
  readonly attempt: number;
  readonly providerKey: string;
  /** The last time that the key was sent. */
  readonly dispatchedAt: string;
} & (
  | { readonly phase: 'DISPATCHED'; readonly notAfter: string }
  | { readonly phase: 'UNKNOWN'; readonly unknownAt: string }
);

/** What the payout is waiting for. */
export type PayoutState =
  | { readonly phase: 'NONE' }
  | { readonly phase: 'REQUESTED'; readonly attempt: number; readonly providerKey: string }
  | SentPayout
  | { readonly phase: 'REJECTED'; readonly attempt: number; readonly nextAttemptAt: string };

/** The parts of the terms that a rule consults. */
export type CashoutFacts = Pick<
  CashoutIntentCreated,
  | 'intentId'
  | 'memo'
  | 'network'
  | 'assetId'
  | 'symbol'
  | 'decimals'
  | 'amountBaseUnits'
  | 'payout'
  | 'expiresAt'
  | 'userId'
  | 'partnerId'
  | 'mode'
>;

export type AcceptedDeposit = Pick<DepositAccepted, 'depositId' | 'amountBaseUnits' | 'sender'>;

export type CashoutState =
  | { readonly status: 'NONE' }
  | { readonly status: 'PENDING'; readonly facts: CashoutFacts }
  | {
      readonly status: 'PROCESSING';
      readonly facts: CashoutFacts;
      readonly deposit: AcceptedDeposit;
      readonly payout: PayoutState;
      readonly contradicted: boolean;
    }
  | {
      readonly status: 'COMPLETED';
      readonly facts: CashoutFacts;
      readonly deposit: AcceptedDeposit;
      /** The one that settled. */
      readonly payout: SentPayout;
      /** What the payee's bank has sent back of it, so far. */
      readonly returnedCents: Cents;
      /** How often the PIN of its gift card was shown. */
      readonly reveals: number;
      readonly contradicted: boolean;
    }
  | {
      readonly status: 'FAILED';
      readonly facts: CashoutFacts;
      readonly deposit: AcceptedDeposit;
      readonly contradicted: boolean;
    }
  | { readonly status: 'EXPIRED'; readonly facts: CashoutFacts };

export type Processing = Extract<CashoutState, { readonly status: 'PROCESSING' }>;

export const isSent = (payout: PayoutState): payout is SentPayout =>
  payout.phase === 'DISPATCHED' || payout.phase === 'UNKNOWN';

/** A payout was sent, and what became of it is not known. */
export type AwaitingOutcome = Processing & { readonly payout: SentPayout };

/** Whether it is this key that an outcome is awaited of. */
export const awaitsOutcome = (state: CashoutState, providerKey: string): state is AwaitingOutcome =>
  state.status === 'PROCESSING' && isSent(state.payout) && state.payout.providerKey === providerKey;
