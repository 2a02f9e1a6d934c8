import { evolveDelivery, NO_DELIVERY } from '../delivery/state';
import { evolveRefund, withoutLost } from '../refund/state';
import type { CashinEvent, CashinHeld } from './events';
import { type CashinState, contradictionOf, type Dispute, isAboutDelivery, type KnownCashin, type Pix } from './state';

type Of<Type extends CashinEvent['type']> = Extract<CashinEvent, { readonly type: Type }>;

export const evolve = (state: CashinState, event: CashinEvent): CashinState => {
  if (event.type === 'CashinIntentCreated') return state.status === 'NONE' ? created(event) : state;
  return state.status === 'NONE' ? state : { ...state, ...changeOf(state, event) };
};

const created = ({ data }: Of<'CashinIntentCreated'>): KnownCashin => {
  const { externalId, scenario, ...facts } = data;
  return {
    ...{ status: 'ACTIVE', facts, isCharged: false, received: [], settled: [], accepted: null, acceptedAt: null },
    ...{ splitCents: null, delivery: NO_DELIVERY, overruled: null, contradictions: [], proposal: null },
    hold: null,
  };
};

const changeOf = (
  state: KnownCashin,
  event: Exclude<CashinEvent, { readonly type: 'CashinIntentCreated' }>,
): Partial<KnownCashin> => {
  switch (event.type) {
    case 'ChargeCreated':
      return { isCharged: true };
    case 'PixReceived':
      return { received: [...state.received, pixBy(event)] };
    case 'PixSettled':
      return { settled: [...state.settled, event.data] };
    case 'PixAccepted':
      return { accepted: event.data.endToEndId, acceptedAt: event.data.acceptedAt };
    case 'SplitApplied':
      return { splitCents: BigInt(event.data.amountCents) };
    case 'DeliveryRequested':
    case 'DeliverySent':
    case 'DeliveryConfirmed':
    case 'DeliveryFailed':
      return { delivery: evolveDelivery(state.delivery, event) };
    case 'CashinCompleted':
      return state.status === 'ACTIVE' ? { status: 'COMPLETED' } : {};
    case 'CashinExpired':
      return state.status === 'ACTIVE' ? { status: 'EXPIRED' } : {};
    case 'CashinFailed':
      return state.status === 'ACTIVE' ? { status: 'FAILED' } : {};
    case 'ChargeRefundDue':
    case 'ChargeRefundDispatched':
    case 'ChargeRefundUnknown':
    case 'ChargeRefundRejected':
    case 'ChargeRefundDone':
      return changed(state, event, (pix) => ({ ...pix, refund: evolveRefund(pix.refund, event) }));
    case 'DisputeOpened':
      return changed(state, event, (pix) => disputed(pix, event, 'OPEN'));
    case 'DisputeWon':
      return changed(state, event, (pix) => disputed(pix, event, 'WON'));
    case 'DisputeLost':
      return changed(state, event, (pix) => lost(pix, event));
    case 'CashinContradicted':
      return contradicted(state, event);
    case 'CashinDecisionProposed':
    case 'CashinProposalWithdrawn':
      return { proposal: event.type === 'CashinDecisionProposed' ? event.data : null };
    case 'CashinDecided':
      return { proposal: null, ...overruledBy(state, event) };
    case 'CashinHeld':
    case 'CashinReleased':
      return { hold: event.type === 'CashinHeld' ? holdOf(event.data) : null };
  }
};

const holdOf = ({ heldAt, lostSince }: CashinHeld): NonNullable<KnownCashin['hold']> => ({
  heldAt,
  ...(lostSince === undefined ? {} : { lostSince }),
});

/** A contradiction clears the proposal: its operator did not know of the contradiction. */
const contradicted = (
  { contradictions }: KnownCashin,
  { data: { about, detail } }: Of<'CashinContradicted'>,
): Partial<KnownCashin> => ({
  contradictions: [...contradictions, contradictionOf(about, detail)],
  proposal: null,
});

const overruledBy = (state: KnownCashin, { data: { end } }: Of<'CashinDecided'>): Partial<KnownCashin> => {
  const { delivery } = state;
  return isAboutDelivery(state, end) && delivery.phase === 'SENT' ? { overruled: delivery } : {};
};

const pixBy = ({ data }: Of<'PixReceived'>): Pix => ({
  endToEndId: data.endToEndId,
  amountCents: BigInt(data.amountCents),
  refund: null,
  disputes: [],
});

const changed = (
  { received }: KnownCashin,
  { data }: { readonly data: { readonly endToEndId: string } },
  change: (pix: Pix) => Pix,
): Partial<KnownCashin> => ({
  received: received.map((pix) => (pix.endToEndId === data.endToEndId ? change(pix) : pix)),
});

const lost = (pix: Pix, event: Of<'DisputeLost'>): Pix => ({
  ...disputed(pix, event, 'LOST'),
  refund: withoutLost(pix.refund, BigInt(event.data.amountCents)),
});

const disputed = (
  pix: Pix,
  { data }: Of<'DisputeOpened' | 'DisputeWon' | 'DisputeLost'>,
  state: Dispute['state'],
): Pix => {
  const { disputeId, amountCents } = data;
  const others = pix.disputes.filter((dispute) => dispute.disputeId !== disputeId);
  return { ...pix, disputes: [...others, { disputeId, amountCents: BigInt(amountCents), state }] };
};
