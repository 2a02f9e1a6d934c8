import type { NetworkName } from '../chain';
import type { Cents, Digits } from '../money';
import type { DeferralReason, PayoutDecisionProposed } from './events';

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

/** What was sent under one key, perhaps more than once. */
export type SentUnderKey = Pick<SentPayout, 'attempt' | 'providerKey' | 'provider' | 'dispatchedAt'>;

export type SentKey = Pick<SentUnderKey, 'providerKey' | 'provider'>;

/** What was paid under one key, and what became of it. */
export interface PaidUnderKey {
  readonly providerKey: string;
  readonly provider: string;
  readonly dispatchedAt: string;
  readonly paidCents: Cents;
  readonly returnedCents: Cents;
  /** Of what was returned: owed back in crypto, or handed to the partner. */
  readonly resolvedCents: Cents;
  /** What the provider keeps, returns included. */
  readonly feesCents: Cents;
}

export type SettledPayout = Told &
  PaidUnderKey & {
    readonly phase: 'SETTLED';
    /** The last that was ever requested: no attempt ever gets a key that another had. */
    readonly attempt: number;
    /** A second payment was decided not to be made: what came back is not touched before. */
    readonly resolvableFrom?: string;
    /** By the word of operators, with all that was sent by then: another one of them may have been paid besides. */
    readonly settledByWord?: readonly SentKey[];
  };

export type PayoutState =
  | (Told & { readonly phase: 'NONE' })
  | (Told & {
      readonly phase: 'REQUESTED';
      readonly attempt: number;
      readonly providerKey: string;
      readonly provider: string | null;
      /** Absent: nothing keeps it from being sent. */
      readonly deferred?: Deferred;
    })
  | SentPayout
  | (Told & { readonly phase: 'REJECTED'; readonly attempt: number; readonly nextAttemptAt: string })
  | SettledPayout
  | (Told & { readonly phase: 'FAILED' });

export interface Deferred {
  /** The last one. */
  readonly reason: DeferralReason;
  /** Of the first reason. */
  readonly since: string;
}

export interface Told {
  readonly contradictions: readonly string[];
  /** Those of them that are past: settled or resolved under their own key since, or decided about; absent: none. */
  readonly ended?: readonly string[];
  /** Absent: not held. */
  readonly heldAt?: string;
  /** The log does not know what was sent after this time; absent: it knows all. */
  readonly lostSince?: string;
  /** Whose time was lost to the log; absent: it knows all that became of it. */
  readonly loss?: Loss;
  /** The last that an operator proposed, perhaps about an earlier outcome. */
  readonly proposal?: Pick<PayoutDecisionProposed, 'providerKey' | 'unknownSince' | 'proposedBy' | 'end'>;
  /** In the order of its last sending; without what was paid before it was paid again. Absent: nothing was sent. */
  readonly sent?: readonly SentUnderKey[];
  /** The last that operators have taken for not paid; absent: none. */
  readonly decided?: Decided;
  /** What operators who decided knew that providers said against it; absent: nothing. */
  readonly despite?: readonly string[];
  /** Owed back in crypto, recorded refunds included; absent: nothing ever was. */
  readonly dues?: readonly Due[];
  /** Came back whole and was paid again, the first one first; absent: nothing was. */
  readonly earlier?: readonly PaidUnderKey[];
}

export interface Loss {
  readonly since: string;
  /** An operator has said that nothing of what is open now was resolved or given back in that time. */
  readonly isTold: boolean;
}

/** The providers may still tell of a settlement, and are asked. */
export interface Decided {
  /** Any of them may have been paid, also what was taken for rejected before. */
  readonly sent: readonly SentKey[];
  readonly refundableFrom: string;
  /** Contradictions that the operators knew of. */
  readonly contradictions: number;
}

/** Owed back in crypto: an operator pays it outside, and records the transfer. */
export interface Due {
  /** From 1, in the order in which they became due. */
  readonly number: number;
  readonly reason: string;
  readonly network: NetworkName;
  readonly assetId: number;
  readonly amountBaseUnits: Digits;
  readonly refundableFrom?: string;
  /** Of the transfer that was recorded for it; absent: it is owed. */
  readonly txid?: string;
}

/** What outlives a change of phase. */
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

/** Blocks requests and sending; what was sent is asked about all the same. */
export const isHeldPayout = ({ heldAt }: PayoutState): boolean => heldAt !== undefined;

export const hasEnded = ({ phase }: PayoutState): boolean => phase === 'SETTLED' || phase === 'FAILED';

/** Blocks sending, retries and refunds until an operator has decided. */
export const isContradicted = ({ contradictions }: PayoutState): boolean => contradictions.length > 0;

/** Two operators knew of all that was told, whatever its key. */
export const allEnded = ({ contradictions }: PayoutState): Pick<Told, 'ended'> =>
  contradictions.length === 0 ? {} : { ended: contradictions };

export const knownAgainst = (
  { despite: before = [] }: PayoutState,
  despite: readonly string[] = [],
): Pick<Told, 'despite'> => (despite.length === 0 ? {} : { despite: [...before, ...despite] });

/** A settlement or a resolution says nothing of what another key may have paid besides. */
export const endedUnder = (state: PayoutState, providerKey: string): Pick<Told, 'ended'> => {
  const under = notEnded(state).filter((told) => told.startsWith(contradictionOf(providerKey, '')));
  return under.length === 0 ? {} : { ended: [...(state.ended ?? []), ...under] };
};

export const notEnded = ({ contradictions, ended = [] }: Pick<Told, 'contradictions' | 'ended'>): readonly string[] =>
  contradictions.filter((told) => !ended.includes(told));

/** Since it was settled or resolved under the key that is contradicted, or decided. */
export const isContradictedSince = (state: PayoutState): boolean => notEnded(state).length > 0;

/** The provider told something else of what operators have taken for not paid. */
export const cameToLight = ({ contradictions, decided }: PayoutState): boolean =>
  decided !== undefined &&
  contradictions
    .slice(decided.contradictions)
    .some((told) => decided.sent.some(({ providerKey }) => told.startsWith(contradictionOf(providerKey, ''))));

export const contradictionOf = (providerKey: string, detail: string): string => `${providerKey} ${detail}`;
