import type { RefundReason } from '../refund/events';
import type { SeenPix } from './commands';
import type { KnownCashin } from './state';

/** Null when the PIX pays. The bank's time counts; an intent accepts one PIX, and a wrong first PIX ends it. */
export const refusalOf = ({ status, facts, accepted }: KnownCashin, pix: SeenPix): RefundReason | null => {
  if (accepted !== null) return 'DUPLICATE';
  if (Date.parse(pix.paidAt) > Date.parse(facts.expiresAt)) return 'LATE';
  if (status !== 'ACTIVE') return 'INTENT_CLOSED';
  if (pix.isOtherPayer) return 'WRONG_PAYER';
  const surplusCents = BigInt(pix.amountCents) - BigInt(facts.amountCents);
  if (surplusCents === 0n) return null;
  return surplusCents > 0n ? 'OVERPAID' : 'UNDERPAID';
};

export const REFUSAL_TEXTS: Readonly<Record<RefundReason, string>> = {
  LATE: 'The PIX was paid after the charge had expired',
  UNDERPAID: 'The PIX is smaller than the charge',
  OVERPAID: 'The PIX is larger than the charge',
  WRONG_PAYER: 'The PIX came from a different tax id than the payer’s',
  DUPLICATE: 'Another PIX had already paid the charge',
  INTENT_CLOSED: 'The intent had ended',
  DELIVERY_FAILED: 'The crypto could not be delivered',
  DISPUTE_LOST: 'The bank gave the PIX back to its payer',
};
