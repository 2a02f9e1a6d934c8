import type { NetworkName } from '../chain';
import type { Cents, Digits } from '../money';
import type { DeferralReason, PayoutDecisionProposed } from './events';

/** Sent or about to be sent, perhaps paid: the payout continues only with an outcome of its key. */
export type SentPayout = Told & {
  readonly attempt: number;
  readonly providerKey: string;
  readonly provider: string;
  readonly dispatchedAt: string;
} & (
    | { readonly phase: 'DISPATCHED'; readonly notAfter: string }
    | { readonly phase: 'UNKNOWN'; readonly unknownAt: string }
  );

export type SentUnderKey = Pick<SentPayout, 'attempt' | 'providerKey' | 'provider' | 'dispatchedAt'>;

export type SentKey = Pick<SentUnderKey, 'providerKey' | 'provider'>;

export interface PaidUnderKey {
  readonly providerKey: string;
  readonly provider: string;
  readonly dispatchedAt: string;
  readonly paidCents: Cents;
  readonly returnedCents: Cents;
  /** The returned cents that are owed back in crypto, or were handed to the partner. */
  readonly resolvedCents: Cents;
  readonly feesCents: Cents;
}

export type SettledPayout = Told &
  PaidUnderKey & {
    readonly phase: 'SETTLED';
    /** The last attempt ever requested, so that no two attempts share a key. */
    readonly attempt: number;
    /** The second payment was declared unpaid: the return waits until this time. */
    readonly resolvableFrom?: string;
    /** All keys sent before operators declared the payout paid: another of them may be paid too. */
    readonly settledByWord?: readonly SentKey[];
  };

export type PayoutState =
  | (Told & { readonly phase: 'NONE' })
  | (Told & {
      readonly phase: 'REQUESTED';
      readonly attempt: number;
      readonly providerKey: string;
      readonly provider: string | null;
      readonly deferred?: Deferred;
    })
  | SentPayout
  | (Told & { readonly phase: 'REJECTED'; readonly attempt: number; readonly nextAttemptAt: string })
  | SettledPayout
  | (Told & { readonly phase: 'FAILED' });

export interface Deferred {
  readonly reason: DeferralReason;
  readonly since: string;
}

export interface Told {
  readonly contradictions: readonly string[];
  /** Past contradictions that were later settled, resolved or decided. Absent: none. */
  readonly ended?: readonly string[];
  readonly heldAt?: string;
  /** The log lost the sendings after this time; absent: no loss. */
  readonly lostSince?: string;
  readonly loss?: Loss;
  /** The last proposal of an operator, perhaps about an earlier outcome. */
  readonly proposal?: Pick<PayoutDecisionProposed, 'providerKey' | 'unknownSince' | 'proposedBy' | 'end'>;
  /** Keys in the order of their last sending, without those before a repeated payment. Absent: none. */
  readonly sent?: readonly SentUnderKey[];
  readonly decided?: Decided;
  readonly despite?: readonly string[];
  /** Amounts owed in crypto, also the refunded ones; absent without any. */
  readonly dues?: readonly Due[];
  /** Payments that were returned whole and paid again, oldest first. Absent: none. */
  readonly earlier?: readonly PaidUnderKey[];
}

export interface Loss {
  readonly since: string;
  /** An operator confirmed that no open return or due was resolved in that time. */
  readonly isTold: boolean;
}

/** Decided as not paid. The providers are still asked, and may report a settlement. */
export interface Decided {
  /** Keys that may have been paid, also those once counted as rejected. */
  readonly sent: readonly SentKey[];
  readonly refundableFrom: string;
  readonly contradictions: number;
}

/** An amount owed back in crypto: an operator pays it outside, and records the transfer. */
export interface Due {
  /** From 1, in the order in which they became due. */
  readonly number: number;
  readonly reason: string;
  readonly network: NetworkName;
  readonly assetId: number;
  readonly amountBaseUnits: Digits;
  readonly refundableFrom?: string;
  readonly txid?: string;
}

export const toldOf = (state: PayoutState): Told => {
  const { contradictions, ended, heldAt, lostSince, loss, proposal, sent, decided, despite, dues, earlier } = state;
  return {
    contradictions,
    ...(ended === undefined ? {} : { ended }),
    ...(heldAt === undefined ? {} : { heldAt }),
    ...(lostSince === undefined ? {} : { lostSince }),
    ...(loss === undefined ? {} : { loss }),
    ...(proposal === undefined ? {} : { proposal }),
    ...(sent === undefined ? {} : { sent }),
    ...(decided === undefined ? {} : { decided }),
    ...(despite === undefined ? {} : { despite }),
    ...(dues === undefined ? {} : { dues }),
    ...(earlier === undefined ? {} : { earlier }),
  };
};

export const isSent = (payout: PayoutState): payout is SentPayout =>
  payout.phase === 'DISPATCHED' || payout.phase === 'UNKNOWN';

export const sentKeysIn = ({ sent = [] }: PayoutState): readonly SentKey[] =>
  sent.map(({ providerKey, provider }) => ({ providerKey, provider }));

export const awaitedUnder = (payout: PayoutState, providerKey: string): SentPayout | null =>
  isSent(payout) && payout.providerKey === providerKey ? payout : null;

/** Blocks requests and sendings. An order that was sent is still asked about. */
export const isHeldPayout = ({ heldAt }: PayoutState): boolean => heldAt !== undefined;

export const hasEnded = ({ phase }: PayoutState): boolean => phase === 'SETTLED' || phase === 'FAILED';

export const isContradicted = ({ contradictions }: PayoutState): boolean => contradictions.length > 0;

/** Two operators knew all contradictions, of every key. */
export const allEnded = ({ contradictions }: PayoutState): Pick<Told, 'ended'> =>
  contradictions.length === 0 ? {} : { ended: contradictions };

export const knownAgainst = (
  { despite: before = [] }: PayoutState,
  despite: readonly string[] = [],
): Pick<Told, 'despite'> => (despite.length === 0 ? {} : { despite: [...before, ...despite] });

/** A settlement or a resolution ends the contradictions of its own key: another key may have been paid too. */
export const endedUnder = (state: PayoutState, providerKey: string): Pick<Told, 'ended'> => {
  const under = notEnded(state).filter((told) => told.startsWith(contradictionOf(providerKey, '')));
  return under.length === 0 ? {} : { ended: [...(state.ended ?? []), ...under] };
};

export const notEnded = ({ contradictions, ended = [] }: Pick<Told, 'contradictions' | 'ended'>): readonly string[] =>
  contradictions.filter((told) => !ended.includes(told));

/** True when a contradiction is newer than the settlement or resolution of its key, and than the decision. */
export const isContradictedSince = (state: PayoutState): boolean => notEnded(state).length > 0;

/** The provider contradicts the operators' decision that the payout is unpaid. */
export const cameToLight = ({ contradictions, decided }: PayoutState): boolean =>
  decided !== undefined &&
  contradictions
    .slice(decided.contradictions)
    .some((told) => decided.sent.some(({ providerKey }) => told.startsWith(contradictionOf(providerKey, ''))));

export const contradictionOf = (providerKey: string, detail: string): string => `${providerKey} ${detail}`;
