import type { DeliveryState, SentDelivery } from '../delivery/state';
import type { Cents } from '../money';
import { partnerPartOf } from '../quote/partner-part';
import { isSent, type RefundState } from '../refund/state';
import type { CashinDecisionProposed, CashinEnd, CashinHeld, CashinIntentCreated, PixSettled } from './events';

export type CashinFacts = Omit<CashinIntentCreated, 'externalId' | 'scenario'>;

/** A PIX that came for this intent. It pays it, or it is owed back. */
export interface Pix {
  readonly endToEndId: string;
  readonly amountCents: Cents;
  readonly refund: RefundState | null;
  readonly disputes: readonly Dispute[];
}

export interface Dispute {
  readonly disputeId: string;
  readonly amountCents: Cents;
  readonly state: 'OPEN' | 'WON' | 'LOST';
}

export interface KnownCashin {
  readonly status: 'ACTIVE' | 'COMPLETED' | 'EXPIRED' | 'FAILED';
  readonly facts: CashinFacts;
  readonly isCharged: boolean;
  readonly received: readonly Pix[];
  /** What no charge told of, and an operator has settled. */
  readonly settled: readonly Pick<PixSettled, 'endToEndId' | 'transfer'>[];
  /** End-to-end id of the PIX that pays the intent. */
  readonly accepted: string | null;
  readonly acceptedAt: string | null;
  /** Null: the provider has said nothing of a split. */
  readonly splitCents: Cents | null;
  readonly delivery: DeliveryState;
  /** What had been sent and not told of when operators ended it: it may arrive all the same. */
  readonly overruled: SentDelivery | null;
  readonly contradictions: readonly string[];
  /** The last word of one operator, since the last contradiction; null: none. */
  readonly proposal: Pick<CashinDecisionProposed, 'end' | 'proposedBy'> | null;
  /** By an operator, or by a loss of the log; null: not held. */
  readonly hold: Pick<CashinHeld, 'heldAt' | 'lostSince'> | null;
}

export type CashinState = { readonly status: 'NONE' } | KnownCashin;

export const pixOf = ({ received }: Pick<KnownCashin, 'received'>, endToEndId: string): Pix | null =>
  received.find((pix) => pix.endToEndId === endToEndId) ?? null;

export const isSettled = ({ settled }: Pick<KnownCashin, 'settled'>, endToEndId: string): boolean =>
  settled.some((each) => each.endToEndId === endToEndId);

export const acceptedPix = (state: Pick<KnownCashin, 'received' | 'accepted'>): Pix | null =>
  state.accepted === null ? null : pixOf(state, state.accepted);

/** As the charge was to be split; also where nobody could split it. */
export const agreedPartOf = ({
  split,
  ...facts
}: Pick<CashinFacts, 'split' | 'deliveryMode' | 'amountCents' | 'fees'>) =>
  split === null ? partnerPartOf({ ...facts, amountCents: BigInt(facts.amountCents) }) : BigInt(split.amountCents);

/** The partner's part that no charge has split off; 0 while no PIX pays the intent, and when that goes back. */
export const owedPartOf = ({ status, facts, accepted, splitCents }: KnownCashin): Cents => {
  if (accepted === null || status === 'FAILED') return 0n;
  const owedCents = agreedPartOf(facts) - (splitCents ?? 0n);
  return owedCents > 0n ? owedCents : 0n;
};

export const isDisputed = ({ disputes }: Pix): boolean => disputes.some(({ state }) => state === 'OPEN');

/** What the bank took back of it. */
export const lostCentsOf = ({ disputes }: Pix): Cents =>
  disputes.reduce((sum, { state, amountCents }) => (state === 'LOST' ? sum + amountCents : sum), 0n);

/** What the bank took back of it, or may. */
export const takenCentsOf = ({ disputes }: Pix): Cents =>
  disputes.reduce((sum, { state, amountCents }) => (state === 'WON' ? sum : sum + amountCents), 0n);

/** Nothing is sent to anybody until an operator has decided. */
export const isContradicted = ({ contradictions }: Pick<KnownCashin, 'contradictions'>): boolean =>
  contradictions.length > 0;

/** By one operator's word: nothing is sent beside what he says that he has given back, until another one says the same. */
export const isSaidBack = ({ proposal }: Pick<KnownCashin, 'proposal'>, endToEndId: string | null): boolean =>
  proposal?.end.how === 'REFUNDED' && proposal.end.endToEndId === endToEndId;

/** The same of what was bought, either way. */
export const isSaidEnded = (state: Pick<KnownCashin, 'proposal' | 'accepted'>): boolean =>
  state.proposal?.end.how === 'DELIVERED' || isSaidBack(state, state.accepted);

/** It would be sent, but for what one operator has said. */
export const isHeldByWord = (state: Pick<KnownCashin, 'status' | 'proposal' | 'accepted' | 'received'>): boolean =>
  (state.status === 'ACTIVE' && isSaidEnded(state)) ||
  state.received.some(({ endToEndId, refund }) => isUnderway(refund) && isSaidBack(state, endToEndId));

/** Due, or sent and perhaps due again. */
const isUnderway = (refund: Pix['refund']): boolean => refund?.phase === 'DUE' || isSent(refund);

/** About this PIX itself, such as of another amount. */
export const isPixContradicted = ({ contradictions }: Pick<KnownCashin, 'contradictions'>, pix: Pix): boolean =>
  contradictions.some((contradiction) => contradiction.startsWith(contradictionOf(pix.endToEndId, '')));

/** What became of the delivery is told by it: a word on another PIX leaves that open. */
export const isAboutDelivery = ({ accepted }: Pick<KnownCashin, 'accepted'>, end: CashinEnd): boolean =>
  end.how === 'DELIVERED' || end.endToEndId === accepted;

export const contradictionOf = (about: string, detail: string): string => `${about} ${detail}`;
