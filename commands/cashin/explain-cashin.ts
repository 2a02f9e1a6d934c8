import { cashin } from '../../aggregates/cashin/cashin';
import { isInDoubt } from '../../aggregates/cashin/phases/delivery-phase';
import {
  type CashinState,
  isContradicted,
  isHeldByWord,
  type KnownCashin,
  owedPartOf,
  type Pix,
} from '../../aggregates/cashin/state';
import { closing } from '../../aggregates/closing/closing';
import type { StreamClosed } from '../../aggregates/closing/events';
import type { Mode } from '../../aggregates/partner/events';
import { rejection } from '../../aggregates/rejection';
import { streamNameOf } from '../../aggregates/stream';
import type { Explanation } from '../explaining/explain';
import { stateOf } from '../handling/reading/read-stream';
import type { EventStore } from '../ports/event-store';

export interface CashinExplanation extends Explanation {
  readonly intentId: string;
  readonly status: CashinState['status'] | 'CLOSED';
}

export interface ExplainCashinDeps {
  readonly eventStore: Pick<EventStore, 'readStream'>;
  readonly isChargeProviderThere: (name: string, mode: Mode) => boolean;
  readonly isDeliveryProviderThere: (name: string, mode: Mode) => boolean;
}

/** Refuses INTENT_NOT_FOUND. */
export const explainCashin =
  (deps: ExplainCashinDeps) =>
  async (intentId: string): Promise<CashinExplanation> => {
    const closed = await stateOf(deps.eventStore, closing, streamNameOf(cashin, intentId));
    if (closed !== null) return closedOf(intentId, closed);
    const state = await stateOf(deps.eventStore, cashin, intentId);
    if (state.status === 'NONE') throw rejection('INTENT_NOT_FOUND', 'No such intent');
    const refunds = state.received.flatMap(refundOf);
    return {
      ...{ intentId, status: state.status, because: [becauseOf(state), ...owedOf(state), ...refunds].join(' ') },
      ...{ movesWhen: movesOf(state), heldBy: holdingOf(deps, state) },
    };
  };

const closedOf = (intentId: string, { detail, actor, closedAt, reason }: StreamClosed): CashinExplanation => ({
  ...{ intentId, status: 'CLOSED', movesWhen: [] },
  because: `Its stream was lost (${detail}), and ${actor} closed it at ${closedAt}: ${reason}.`,
  heldBy: ['Nothing is decided, sent or asked for it any more: an operator settles it'],
});

const becauseOf = ({ status, facts, isCharged, accepted, delivery }: KnownCashin): string => {
  switch (status) {
    case 'ACTIVE':
      if (accepted !== null) return `The PIX ${accepted} pays it; its crypto is to be delivered.`;
      return isCharged
        ? `No PIX has come for it yet; it may be paid until ${facts.expiresAt}.`
        : `Whether ${facts.chargeProvider} has its charge is not known yet.`;
    case 'COMPLETED':
      return delivery.phase === 'CONFIRMED'
        ? `The crypto arrived in ${delivery.txId}.`
        : `The PIX ${accepted ?? ''} paid it; the partner credits the wallet.`;
    case 'EXPIRED':
      return `Its charge was cancelled after ${facts.expiresAt}, and asked after that ${facts.chargeProvider} says that nothing was paid.`;
    case 'FAILED':
      return 'It failed, and nothing is delivered any more.';
  }
};

const REFUNDS = {
  DUE: 'is owed back',
  DISPATCHED: 'is being sent back',
  UNKNOWN: 'may have been sent back: the provider is asked',
  REFUSED: 'is owed back, which the provider refuses: an operator must look',
  DONE: 'was sent back',
} as const;

const refundOf = ({ endToEndId, refund }: Pix): readonly string[] =>
  refund === null ? [] : [`The PIX ${endToEndId} ${REFUNDS[refund.phase]} (${refund.reason}).`];

const owedOf = (state: KnownCashin): readonly string[] => {
  const owedCents = owedPartOf(state);
  return owedCents === 0n ? [] : [`The partner is owed ${owedCents} cents, which its charge did not split off.`];
};

const movesOf = ({ status, facts, isCharged, accepted, delivery }: KnownCashin): readonly string[] => {
  if (status !== 'ACTIVE') return [];
  if (accepted === null) {
    const charged = `a PIX of exactly ${facts.amountCents} cents from the payer until ${facts.expiresAt}`;
    const expired = `${facts.chargeProvider} cancels the charge after ${facts.expiresAt}, and says after that that it is unpaid`;
    return isCharged
      ? [`COMPLETED: ${charged}`, `EXPIRED: ${expired}`]
      : [`${facts.chargeProvider} is asked for the charge, and for another attempt at it`];
  }
  switch (delivery.phase) {
    case 'NONE':
      return [
        facts.deliveryProvider === null
          ? 'The dispute of its PIX is decided, or its user is unblocked'
          : 'A worker asks for the delivery',
      ];
    case 'WAITING':
      return [`The next attempt at the delivery is due at ${delivery.nextAttemptAt}`];
    case 'REQUESTED':
      return [`A worker prepares delivery ${delivery.deliveryId}`];
    case 'SENT':
      return [`${delivery.provider} says what became of delivery ${delivery.deliveryId}`];
    case 'CONFIRMED':
    case 'FAILED':
      return [];
  }
};

const heldSince = ({ heldAt, lostSince }: NonNullable<KnownCashin['hold']>): string =>
  `It is held since ${heldAt}${lostSince === undefined ? '' : `, since the log lost what came after ${lostSince}`}: \`ledger release\` asks every provider and lets it go on`;

const saidBy = ({ proposedBy }: NonNullable<KnownCashin['proposal']>): string =>
  `${proposedBy} has said how it was ended: nothing is sent beside that, and another operator says the same (\`ledger decide\`)`;

const holdingOf = (deps: ExplainCashinDeps, state: KnownCashin): readonly string[] => {
  const { facts, status, accepted, hold, proposal } = state;
  const { mode, chargeProvider, deliveryProvider } = facts;
  const away = 'is not configured: it cannot be asked';
  const isMoving = status === 'ACTIVE';
  return [
    ...(hold === null ? [] : [heldSince(hold)]),
    ...(proposal !== null && isHeldByWord(state) ? [saidBy(proposal)] : []),
    ...(isMoving && !deps.isChargeProviderThere(chargeProvider, mode) ? [`${chargeProvider} ${away}`] : []),
    ...(isMoving && deliveryProvider !== null && !deps.isDeliveryProviderThere(deliveryProvider, mode)
      ? [`${deliveryProvider} ${away}`]
      : []),
    ...(isContradicted(state) ? ['A provider has contradicted itself: an operator must look'] : []),
    ...(isMoving && accepted !== null && isInDoubt(state)
      ? ['The PIX is disputed or lost, or an operator must look']
      : []),
  ];
};
