import type { Cents } from '../money';

/** Sent, or about to be, and perhaps paid: only an answer about its key may move it on. */
export type SentPayout = Told & {
  readonly attempt: number;
  readonly providerKey: string;
  /** Who was sent it, and is asked about it. */
  readonly provider: string;
  /** The last time that the key was sent. */
  readonly dispatchedAt: string;
} & (
    | { readonly phase: 'DISPATCHED'; readonly notAfter: string }
    | { readonly phase: 'UNKNOWN'; readonly unknownAt: string }
  );

export type SettledPayout = Told & {
  readonly phase: 'SETTLED';
  readonly providerKey: string;
  readonly dispatchedAt: string;
  readonly paidCents: Cents;
  /** What the payee's bank has sent back of it, so far. */
  readonly returnedCents: Cents;
};

/** What the payout is waiting for, or how it ended. */
export type PayoutState =
  | (Told & { readonly phase: 'NONE' })
  | (Told & {
      readonly phase: 'REQUESTED';
      readonly attempt: number;
      readonly providerKey: string;
      /** Null when it is decided at dispatch. */
      readonly provider: string | null;
    })
  | SentPayout
  | (Told & { readonly phase: 'REJECTED'; readonly attempt: number; readonly nextAttemptAt: string })
  | SettledPayout
  | (Told & { readonly phase: 'FAILED' });

interface Told {
  /** What the provider has contradicted itself in: each is told once. */
  readonly contradictions: readonly string[];
}

export const isSent = (payout: PayoutState): payout is SentPayout =>
  payout.phase === 'DISPATCHED' || payout.phase === 'UNKNOWN';

/** The payout while the outcome of this very key is open; null otherwise. */
export const awaitedUnder = (payout: PayoutState, providerKey: string): SentPayout | null =>
  isSent(payout) && payout.providerKey === providerKey ? payout : null;

/** Nothing more is sent, tried again or owed back until a person has decided. */
export const isContradicted = ({ contradictions }: PayoutState): boolean => contradictions.length > 0;

/** How a contradiction is told from another one. */
export const contradictionOf = (providerKey: string, detail: string): string => `${providerKey} ${detail}`;
