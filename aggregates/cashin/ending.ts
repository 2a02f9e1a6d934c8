import type { ShownDelivery } from '../delivery/events';
import type { ConfirmedDelivery } from '../delivery/state';
import { referencesOf } from '../quote/partner-references';
import type { RefundReason } from '../refund/events';
import type { Crediting } from './commands';
import type { CashinEvent } from './events';
import {
  acceptedPix,
  isContradicted,
  isDisputed,
  isPixContradicted,
  isSaidBack,
  type KnownCashin,
  lostCentsOf,
  owedPartOf,
  type Pix,
} from './state';

type Ending = Pick<KnownCashin, 'facts'>;

const shownDelivery = ({ facts, delivery }: KnownCashin): ShownDelivery | null => {
  if (!('deliveryId' in delivery)) return null;
  const { symbol, network, decimals, destination } = facts;
  const baseUnits = delivery.phase === 'CONFIRMED' ? delivery.deliveredBaseUnits : BigInt(facts.amountBaseUnits);
  const { deliveryId } = delivery;
  return { deliveryId, symbol, network, decimals, amountBaseUnits: baseUnits.toString(), destination };
};

export const completed = (state: KnownCashin, now: string): CashinEvent => {
  const { facts, accepted, delivery, splitCents } = state;
  const { intentId, amountCents, currency, destination } = facts;
  const shown = shownDelivery(state);
  const owedCents = owedPartOf(state);
  return {
    type: 'CashinCompleted',
    data: {
      ...{ intentId, endToEndId: accepted ?? '', amountCents, currency, destination },
      delivery: shown === null ? null : { ...shown, txId: (delivery as ConfirmedDelivery).txId },
      splitApplied: splitCents !== null && splitCents > 0n,
      splitCents: (splitCents ?? 0n).toString(),
      ...(owedCents > 0n ? { splitOwedCents: owedCents.toString() } : {}),
      ...referencesOf(facts),
      completedAt: now,
    },
  };
};

export interface Completing {
  readonly crediting?: Crediting;
  readonly now: string;
}

/**
 * Where the partner delivers, an undisputed PIX completes the intent; a final refusal to credit the user refunds it.
 */
export const completionOf = (state: KnownCashin, { crediting = 'FREE', now }: Completing): readonly CashinEvent[] => {
  const { status, facts } = state;
  const pix = acceptedPix(state);
  if (status !== 'ACTIVE' || facts.deliveryMode !== 'PARTNER' || pix === null) return [];
  if (isDisputed(pix) || lostCentsOf(pix) > 0n || isPixContradicted(state, pix) || crediting === 'HELD') return [];
  if (isSaidBack(state, pix.endToEndId)) return [];
  if (crediting === 'FREE') return [completed(state, now)];
  const why = { reasonCode: crediting.code, reason: crediting.message };
  return isContradicted(state) ? [] : givenUp(state, 'DELIVERY_FAILED', why, now);
};

export interface Failing {
  readonly reasonCode: string;
  readonly reason: string;
  readonly refundDue: boolean;
}

export const failed = (state: KnownCashin, { reasonCode, reason, refundDue }: Failing, now: string): CashinEvent => {
  const { intentId, partnerId, deliveryMode, assetId, amountBaseUnits, exchangedCents, fees } = state.facts;
  const pix = acceptedPix(state);
  const amountCents = pix?.amountCents.toString() ?? '0';
  return {
    type: 'CashinFailed',
    data: {
      ...{ intentId, partnerId, reasonCode, reason, deliveryMode, assetId, amountBaseUnits, refundDue },
      accepted: pix === null ? null : { endToEndId: pix.endToEndId, amountCents, exchangedCents, fees },
      splitAppliedCents: (state.splitCents ?? 0n).toString(),
      delivery: shownDelivery(state),
      ...referencesOf(state.facts),
      failedAt: now,
    },
  };
};

export const refundDue = ({ facts }: Ending, pix: Pix, reason: RefundReason, now: string): readonly CashinEvent[] => {
  const { intentId, partnerId } = facts;
  const owedCents = pix.amountCents - lostCentsOf(pix);
  if (owedCents <= 0n) return [];
  const { endToEndId } = pix;
  const owed = { intentId, partnerId, endToEndId, amountCents: owedCents.toString(), reason, dueAt: now };
  return [{ type: 'ChargeRefundDue', data: owed }];
};

export const givenUp = (
  state: KnownCashin,
  reason: 'DELIVERY_FAILED' | 'DISPUTE_LOST',
  why: Pick<Failing, 'reasonCode' | 'reason'>,
  now: string,
): readonly CashinEvent[] => {
  const pix = acceptedPix(state);
  const due = pix === null ? [] : refundDue(state, pix, reason, now);
  return [failed(state, { ...why, refundDue: due.length > 0 }, now), ...due];
};
