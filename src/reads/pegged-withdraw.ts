import type { Mode } from '../../aggregates/partner/events';
import type { PeggedRedemption, PeggedRedemptions } from '../../commands/ports/pegged-redemption';

/** What a wallet must know to withdraw: whom it gives an allowance of what, and where. */
export type PeggedWithdraw = Pick<PeggedRedemption, 'network' | 'assetId' | 'spender'>;

/** Null where nothing can be withdrawn. */
export const peggedWithdraw =
  ({ redemptions }: { readonly redemptions: Pick<PeggedRedemptions, 'choose'> }) =>
  (mode: Mode): PeggedWithdraw | null => {
    const redemption = redemptions.choose(mode, null);
    if (redemption === null) return null;
    const { network, assetId, spender } = redemption;
    return { network, assetId, spender };
  };
