import type { Cents } from '../money';
import type { PayoutDecisionProposed } from './events';

/** Sent or about to be, perhaps paid: only an outcome of its key moves the payout on. */
export type SentPayout = Told & {
  readonly attempt: number;
  readonly providerKey: string;
  readonly provider: string;
  /** The last dispatch of the key. */
  readonly dispatchedAt: string;
} & (
    | { readonly phase: 'DISPATCHED'; readonly notAfter: string }
    | { readonly phase: 'UNKNOWN'; readonly unknownAt: string }
  );

export type SettledPayout = Told & {
  readonly phase: 'SETTLED';
  readonly providerKey: string;
  readonly provider: string;
  /** What the provider keeps, returns included. */
  readonly feesCents: Cents;
  readonly dispatchedAt: string;
  readonly paidCents: Cents;
  readonly returnedCents: Cents;
};

export type PayoutState =
  | (Told & { readonly phase: 'NONE' })
  | (Told & {
      readonly phase: 'REQUESTED';
      readonly attempt: number;
      readonly providerKey: string;
      readonly provider: string | null;
    })
  | SentPayout
  | (Told & { readonly phase: 'REJECTED'; readonly attempt: number; readonly nextAttemptAt: string })
  | SettledPayout
  | (Told & { readonly phase: 'FAILED' });

export interface Told {
  readonly contradictions: readonly string[];
  /** Absent: not held. */
  readonly heldAt?: string;
  /** The last that an operator proposed, perhaps about an earlier outcome. */
  readonly proposal?: Pick<PayoutDecisionProposed, 'providerKey' | 'unknownSince' | 'proposedBy'>;
}

/** What outlives a change of phase. */
export const toldOf = ({ contradictions, heldAt, proposal }: PayoutState): Told => ({
  contradictions,
  ...(heldAt === undefined ? {} : { heldAt }),
  ...(proposal === undefined ? {} : { proposal }),
});

export const isSent = (payout: PayoutState): payout is SentPayout =>
  payout.phase === 'DISPATCHED' || payout.phase === 'UNKNOWN';

export const awaitedUnder = (payout: PayoutState, providerKey: string): SentPayout | null =>
  isSent(payout) && payout.providerKey === providerKey ? payout : null;

/** Blocks requests and sending; what was sent is asked about all the same. */
export const isHeldPayout = ({ heldAt }: PayoutState): boolean => heldAt !== undefined;

export const hasEnded = ({ phase }: PayoutState): boolean => phase === 'SETTLED' || phase === 'FAILED';

/** Blocks sending, retries and refunds until an operator has decided. */
export const isContradicted = ({ contradictions }: PayoutState): boolean => contradictions.length > 0;

export const contradictionOf = (providerKey: string, detail: string): string => `${providerKey} ${detail}`;
