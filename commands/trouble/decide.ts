import type { LedgerEvent } from '../../aggregates/events';
import type { CommandContext } from '../handling/context';
import { mustBeUnused } from '../handling/used-elsewhere';
import { mustBeEvidence, type Outcome } from './outcome';
import { deliveryOrRefund } from './steps/delivery-or-refund';
import { payout } from './steps/payout';
import { lostDebit, redemption } from './steps/redemption';
import type { Deciding, ReadyToDecide, TroubleDeps } from './steps/step';

export type Decide = Omit<Deciding<Outcome>, 'context'>;

/** PROPOSED waits for another operator. */
export type Decision = 'PROPOSED' | 'DECIDED';

/**
 * Two operators give the same word after a question to the provider. Refuses NOT_FOUND, VALIDATION_ERROR, WRONG_STATE.
 */
export const decide =
  (deps: TroubleDeps) =>
  async ({ paymentId, ...said }: Decide, context: CommandContext): Promise<Decision> => {
    mustBeEvidence(said.outcome);
    const ready = STEPS[said.outcome.how] as ReadyToDecide<Outcome>;
    const step = await ready(deps, { paymentId, ...said, context });
    const { found, signed } = step;
    const mustServeNoOther = async (): Promise<void> => {
      if (found !== null) await mustBeUnused(deps, paymentId, found);
      await step.mustBeUnused?.();
    };
    await mustServeNoOther();
    // The transfer may have ended another payment before the claim.
    const beforeEnd = async (): Promise<void> => {
      await mustServeNoOther();
      if (signed !== null) await deps.signedOrders.abandon(signed.order, signed.happened);
    };
    const events = await step.append({ found, isEnd, beforeEnd });
    if (!events.some(isEnd)) return 'PROPOSED';
    await step.afterEnd?.();
    return 'DECIDED';
  };

const STEPS: { readonly [How in Outcome['how']]: ReadyToDecide<Extract<Outcome, { readonly how: How }>> } = {
  PAID: payout,
  NOT_PAID: payout,
  DELIVERED: deliveryOrRefund,
  REFUNDED: deliveryOrRefund,
  DEBITED: redemption,
  NOT_DEBITED: redemption,
  MADE_GOOD: lostDebit,
};

const ENDS: readonly LedgerEvent['type'][] = ['PayoutDecided', 'PayoutSettled', 'CashinDecided', 'RedemptionDecided'];

const isEnd = ({ type }: LedgerEvent): boolean => ENDS.includes(type);
