import { payouts } from '../../../read-models/steps/payouts';
import type { World } from './world';

/** A payee's bank returns payments, the rest or a part, at times part after part. */
export const sendBack = async (world: World): Promise<void> => {
  const { bank, random, troubles } = world;
  for (const { provider_key: idempotencyKey, status, amount_cents } of world.payoutRows().all(payouts)) {
    const isPaid = status === 'SETTLED' || status === 'RETURNED' || status === 'RETURN_RESOLVED';
    if (!isPaid || !random.chance(troubles.returnPercent)) continue;
    const amountCents = random.pick([null, BigInt(amount_cents) / 3n, 1n]);
    await bank.decide(idempotencyKey, { kind: 'RETURN', amountCents });
  }
};
