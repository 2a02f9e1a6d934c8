import { isContradicted, isDisputed, type KnownCashin, type Pix, pixOf } from '../../../aggregates/cashin/state';
import type { ChargeProvider } from '../../ports/providers/charge-provider';
import { type CashinDeps, type CashinStep, cashinIn, streamOfCashin } from '../cashin-step';
import { askCharge } from '../charge/ask-charge';
import { recordCharge } from '../charge/record-charge';

export interface Owing {
  readonly state: KnownCashin;
  readonly pix: Pix;
  readonly provider: ChargeProvider;
}

/** OWED: no part was refunded. DISPUTED: the bank may reclaim it. A reset simulator refuses the refund. */
export const isStillOwed = async (
  deps: CashinDeps,
  { causeEventId }: CashinStep,
  { state: { facts }, pix: { endToEndId, amountCents }, provider }: Owing,
): Promise<'OWED' | 'GONE' | 'DISPUTED' | 'UNKNOWN'> => {
  const charge = await askCharge(deps, facts, provider);
  if (!charge.ok && charge.kind === 'NOT_FOUND' && facts.mode === 'sandbox') return 'OWED';
  const told = charge.ok ? charge.value.payments.find((each) => each.endToEndId === endToEndId) : undefined;
  if (!charge.ok || told === undefined || told.amount !== amountCents) return 'UNKNOWN';
  await recordCharge(deps)({ facts, charge: charge.value, closed: null, causeEventId });
  const after = await cashinIn(deps, facts.intentId);
  const pix = after.status === 'NONE' ? null : pixOf(after, endToEndId);
  if (after.status === 'NONE' || pix === null) return 'UNKNOWN';
  if (isDisputed(pix) || isContradicted(after)) return 'DISPUTED';
  if (told.refunded === 0n) return 'OWED';
  deps.alert('A PIX due for refund was already returned by its bank', {
    ...{ stream: streamOfCashin(facts.intentId), endToEndId },
  });
  return 'GONE';
};
