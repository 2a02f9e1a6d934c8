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
  because: `The stream was lost (${detail}). ${actor} closed it at ${closedAt}: ${reason}.`,
  heldBy: ['The service has stopped work on this payment: an operator must settle it'],
});

const becauseOf = ({ status, facts, isCharged, accepted, delivery }: KnownCashin): string => {
  switch (status) {
    case 'ACTIVE':
      if (accepted !== null) return `PIX ${accepted} pays the cash-in; the delivery of the crypto is next.`;
      return isCharged
        ? `The cash-in waits for its PIX until ${facts.expiresAt}.`
        : `${facts.chargeProvider} has not confirmed the charge yet.`;
    case 'COMPLETED':
      return delivery.phase === 'CONFIRMED'
        ? `Transaction ${delivery.txId} delivered the crypto.`
        : `PIX ${accepted ?? ''} paid the cash-in; the partner credits the wallet.`;
    case 'EXPIRED':
      return `The charge was cancelled after ${facts.expiresAt}; later ${facts.chargeProvider} confirmed that it is unpaid.`;
    case 'FAILED':
      return 'The cash-in failed; no delivery follows.';
  }
};

const REFUNDS = {
  DUE: 'is due for refund',
  DISPATCHED: 'is being refunded',
  UNKNOWN: 'may be refunded: the service asks the provider',
  REFUSED: 'is due for refund, but the provider refuses: an operator must decide',
  DONE: 'was refunded',
} as const;

const refundOf = ({ endToEndId, refund }: Pix): readonly string[] =>
  refund === null ? [] : [`The PIX ${endToEndId} ${REFUNDS[refund.phase]} (${refund.reason}).`];

const owedOf = (state: KnownCashin): readonly string[] => {
  const owedCents = owedPartOf(state);
  return owedCents === 0n ? [] : [`The charge was not split: the service owes the partner ${owedCents} cents.`];
};

const movesOf = ({ status, facts, isCharged, accepted, delivery }: KnownCashin): readonly string[] => {
  if (status !== 'ACTIVE') return [];
  if (accepted === null) {
    const charged = `a PIX of exactly ${facts.amountCents} cents from the payer until ${facts.expiresAt}`;
    const expired = `${facts.chargeProvider} cancels the charge after ${facts.expiresAt} and then confirms that it is unpaid`;
    return isCharged
      ? [`COMPLETED: ${charged}`, `EXPIRED: ${expired}`]
      : [`The service asks ${facts.chargeProvider} for the charge, and repeats the request`];
  }
  switch (delivery.phase) {
    case 'NONE':
      return [
        facts.deliveryProvider === null
          ? 'The bank decides the dispute of the PIX, or the partner or an operator unblocks the user'
          : 'A worker asks for the delivery',
      ];
    case 'WAITING':
      return [`The next attempt of the delivery starts at ${delivery.nextAttemptAt}`];
    case 'REQUESTED':
      return [`A worker prepares delivery ${delivery.deliveryId}`];
    case 'SENT':
      return [`${delivery.provider} reports the outcome of delivery ${delivery.deliveryId}`];
    case 'CONFIRMED':
    case 'FAILED':
      return [];
  }
};

const heldSince = ({ heldAt, lostSince }: NonNullable<KnownCashin['hold']>): string =>
  `The cash-in has been on hold since ${heldAt}${lostSince === undefined ? '' : ` after a loss of the log from ${lostSince} on`}: \`ledger release\` asks every provider and continues it`;

const saidBy = ({ proposedBy }: NonNullable<KnownCashin['proposal']>): string =>
  `${proposedBy} has proposed an end: the service sends no order until a second operator confirms it (\`ledger decide\`)`;

const holdingOf = (deps: ExplainCashinDeps, state: KnownCashin): readonly string[] => {
  const { facts, status, accepted, hold, proposal } = state;
  const { mode, chargeProvider, deliveryProvider } = facts;
  const away = 'is not configured: the service cannot ask it';
  const isMoving = status === 'ACTIVE';
  return [
    ...(hold === null ? [] : [heldSince(hold)]),
    ...(proposal !== null && isHeldByWord(state) ? [saidBy(proposal)] : []),
    ...(isMoving && !deps.isChargeProviderThere(chargeProvider, mode) ? [`${chargeProvider} ${away}`] : []),
    ...(isMoving && deliveryProvider !== null && !deps.isDeliveryProviderThere(deliveryProvider, mode)
      ? [`${deliveryProvider} ${away}`]
      : []),
    ...(isContradicted(state) ? ['A provider has contradicted itself: an operator must check'] : []),
    ...(isMoving && accepted !== null && isInDoubt(state)
      ? ['The PIX is disputed or lost, or an operator must check']
      : []),
  ];
};
