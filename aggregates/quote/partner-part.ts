import type { Cents } from '../money';
import type { DeliveryMode } from '../partner/events';
import type { FeeParts } from './events';

export interface PartedCharge {
  readonly deliveryMode: DeliveryMode;
  readonly amountCents: Cents;
  readonly fees: FeeParts;
}

/** The partner's part of a charge, split or owed: its markup, or all but the platform's fees if it delivers. */
export const partnerPartOf = ({ deliveryMode, amountCents, fees }: PartedCharge): Cents => {
  if (deliveryMode === 'PLATFORM') return BigInt(fees.partnerCents);
  const partCents = amountCents - BigInt(fees.platformCents) - BigInt(fees.floorCents) - BigInt(fees.networkCents);
  return partCents > 0n ? partCents : 0n;
};
