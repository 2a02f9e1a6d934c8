import type { CashinFacts, KnownCashin } from '../../../aggregates/cashin/state';
import type { Charge, ReportedDispute } from '../../ports/providers/charge-provider';
import type { Failure } from '../../ports/providers/result';

export const missingCharge = ({ intentId, amountCents }: CashinFacts): Charge => ({
  ...{ idempotencyKey: intentId, providerId: '', txid: '', state: 'CANCELLED', amount: BigInt(amountCents) },
  ...{ brCode: '', payments: [], disputes: [] },
});

/** A reset simulator has lost the charge: open disputes end. Null for any other failure, which proves nothing. */
export const forgottenCharge = (state: KnownCashin, { kind }: Failure): Charge | null => {
  const { facts, received } = state;
  if (kind !== 'NOT_FOUND' || facts.mode !== 'sandbox') return null;
  const disputes = received.flatMap(({ endToEndId, disputes: known }) =>
    known
      .filter((dispute) => dispute.state === 'OPEN')
      .map(({ disputeId, amountCents: amount }): ReportedDispute => {
        return { disputeId, endToEndId, amount, state: 'CANCELLED' };
      }),
  );
  return { ...missingCharge(facts), disputes };
};
