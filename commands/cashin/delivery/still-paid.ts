import type { KnownCashin } from '../../../aggregates/cashin/state';
import { type CashinDeps, type CashinStep, cashinIn } from '../cashin-step';
import { askCharge, chargerOf } from '../charge/ask-charge';
import { recordCharge } from '../charge/record-charge';
import { mayDeliver } from './request-delivery';

/** Asks the charge just before the sending. False without an answer, or when its PIX was returned, disputed or lost. */
export const isStillPaid = async (
  deps: CashinDeps,
  { intentId, causeEventId }: CashinStep,
  { facts, accepted }: KnownCashin,
): Promise<boolean> => {
  const provider = chargerOf(deps, facts);
  if (provider === null) return false;
  const charge = await askCharge(deps, facts, provider);
  if (!charge.ok) return charge.kind === 'NOT_FOUND' && facts.mode === 'sandbox';
  await recordCharge(deps)({ facts, charge: charge.value, closed: null, causeEventId });
  if (!charge.value.payments.some(({ endToEndId }) => endToEndId === accepted)) return false;
  const after = await cashinIn(deps, intentId);
  return after.status === 'ACTIVE' && mayDeliver(deps, after);
};
