import type { DeliveryState, SentDelivery } from '../delivery/state';
import type { Cents } from '../money';
import { partnerPartOf } from '../quote/partner-part';
import { isSent, type RefundState } from '../refund/state';
import type { CashinDecisionProposed, CashinEnd, CashinHeld, CashinIntentCreated, PixSettled } from './events';

export type CashinFacts = Omit<CashinIntentCreated, 'externalId' | 'scenario'>;

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
  readonly settled: readonly Pick<PixSettled, 'endToEndId' | 'transfer'>[];
  readonly accepted: string | null;
  readonly acceptedAt: string | null;
  readonly splitCents: Cents | null;
  readonly delivery: DeliveryState;
  readonly overruled: SentDelivery | null;
  readonly contradictions: readonly string[];
  /** The last proposal of one operator since the last contradiction; null without one. */
  readonly proposal: Pick<CashinDecisionProposed, 'end' | 'proposedBy'> | null;
  readonly hold: Pick<CashinHeld, 'heldAt' | 'lostSince'> | null;
}

export type CashinState = { readonly status: 'NONE' } | KnownCashin;

export const pixOf = ({ received }: Pick<KnownCashin, 'received'>, endToEndId: string): Pix | null =>
  received.find((pix) => pix.endToEndId === endToEndId) ?? null;

export const isSettled = ({ settled }: Pick<KnownCashin, 'settled'>, endToEndId: string): boolean =>
  settled.some((each) => each.endToEndId === endToEndId);

export const acceptedPix = (state: Pick<KnownCashin, 'received' | 'accepted'>): Pix | null =>
  state.accepted === null ? null : pixOf(state, state.accepted);

/** The agreed part of the partner, even where the charge could not be split. */
export const agreedPartOf = ({
  split,
  ...facts
}: Pick<CashinFacts, 'split' | 'deliveryMode' | 'amountCents' | 'fees'>) =>
  split === null ? partnerPartOf({ ...facts, amountCents: BigInt(facts.amountCents) }) : BigInt(split.amountCents);

/** The partner's part that no charge has split; 0 while no PIX pays the intent, or when that PIX is refunded. */
export const owedPartOf = ({ status, facts, accepted, splitCents }: KnownCashin): Cents => {
  if (accepted === null || status === 'FAILED') return 0n;
  const owedCents = agreedPartOf(facts) - (splitCents ?? 0n);
  return owedCents > 0n ? owedCents : 0n;
};

export const isDisputed = ({ disputes }: Pix): boolean => disputes.some(({ state }) => state === 'OPEN');

export const lostCentsOf = ({ disputes }: Pix): Cents =>
  disputes.reduce((sum, { state, amountCents }) => (state === 'LOST' ? sum + amountCents : sum), 0n);

/** The part that the bank reclaimed, or may reclaim. */
export const takenCentsOf = ({ disputes }: Pix): Cents =>
  disputes.reduce((sum, { state, amountCents }) => (state === 'WON' ? sum : sum + amountCents), 0n);

export const isContradicted = ({ contradictions }: Pick<KnownCashin, 'contradictions'>): boolean =>
  contradictions.length > 0;

/** An operator proposed that this PIX was refunded. Delivery and refund wait for a second operator. */
export const isSaidBack = ({ proposal }: Pick<KnownCashin, 'proposal'>, endToEndId: string | null): boolean =>
  proposal?.end.how === 'REFUNDED' && proposal.end.endToEndId === endToEndId;

export const isSaidEnded = (state: Pick<KnownCashin, 'proposal' | 'accepted'>): boolean =>
  state.proposal?.end.how === 'DELIVERED' || isSaidBack(state, state.accepted);

export const isHeldByWord = (state: Pick<KnownCashin, 'status' | 'proposal' | 'accepted' | 'received'>): boolean =>
  (state.status === 'ACTIVE' && isSaidEnded(state)) ||
  state.received.some(({ endToEndId, refund }) => isUnderway(refund) && isSaidBack(state, endToEndId));

const isUnderway = (refund: Pix['refund']): boolean => refund?.phase === 'DUE' || isSent(refund);

export const isPixContradicted = ({ contradictions }: Pick<KnownCashin, 'contradictions'>, pix: Pix): boolean =>
  contradictions.some((contradiction) => contradiction.startsWith(contradictionOf(pix.endToEndId, '')));

/** The end decides the delivery too. An end of another PIX does not. */
export const isAboutDelivery = ({ accepted }: Pick<KnownCashin, 'accepted'>, end: CashinEnd): boolean =>
  end.how === 'DELIVERED' || end.endToEndId === accepted;

export const contradictionOf = (about: string, detail: string): string => `${about} ${detail}`;
