import type { Clock } from '../../commands/ports/clock';
import { mayServe, type PeggedRedemption, type PeggedRedemptions } from '../../commands/ports/pegged-redemption';
import { guardsOf } from './guarding';
import { inOrder } from './providers';

const guardRedemption = (redemption: PeggedRedemption, clock: Clock): PeggedRedemption => {
  const { reads, orders } = guardsOf(redemption, clock);
  return {
    ...redemption,
    readBalance: (context, wallet) => reads(context, () => redemption.readBalance(context, wallet)),
    prepare: (context, order) => reads(context, () => redemption.prepare(context, order)),
    redeem: (context, order, prepared) => orders(context, () => redemption.redeem(context, order, prepared)),
    get: (context, order, sent) => reads(context, () => redemption.get(context, order, sent)),
  };
};

/** In order of preference: the first of a mode that may serve is chosen, once, when the withdrawal is asked for. */
export const peggedRedemptionsOf = (redemptions: readonly PeggedRedemption[], clock: Clock): PeggedRedemptions => {
  return inOrder(
    'redemption',
    redemptions.map((redemption) => guardRedemption(redemption, clock)),
    mayServe,
  );
};
