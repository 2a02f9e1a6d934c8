import type { TroubleEvent } from '../../aggregates/payout/trouble';
import type { Sample } from './sample';
import { time } from './sample-time';

const about = { intentId: 'cid1', attempt: 1, providerKey: 'key1', unknownSince: time(97) } as const;

/** What operators do to a payout, when nothing else is asked for. */
export const TROUBLE_DATA: { readonly [Type in TroubleEvent['type'] | 'ReturnResolved']: Sample<Type>['data'] } = {
  PayoutHeld: { intentId: 'cid1', heldAt: time(81) },
  PayoutReleased: { intentId: 'cid1', releasedAt: time(90) },
  PayoutDecisionProposed: { ...about, proposedBy: 'ana', proposedAt: time(7_300) },
  PayoutDecided: {
    ...{ ...about, proposedBy: 'ana', decidedBy: 'bob' },
    ...{ refundableFrom: time(93_800), decidedAt: time(7_400) },
  },
  ReturnResolved: {
    ...{ intentId: 'cid1', providerKey: 'key1', provider: 'sandbox', amountCents: '15000', how: 'PARTNER_PAID' },
    ...{ assetId: null, amountBaseUnits: null, transfer: 'E2E-77', resolvedAt: time(400) },
  },
};
