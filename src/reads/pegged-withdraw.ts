import type { Mode } from '../../aggregates/partner/events';
import type { PeggedRedemption, PeggedRedemptions } from '../../commands/ports/providers/pegged-redemption';

/** Data that a wallet needs to withdraw: network and asset, and the spender that gets the allowance. */
export type PeggedWithdraw = Pick<PeggedRedemption, 'network' | 'assetId' | 'spender'>;

/** Another partner could take an allowance to its own spender. Null: no asset. `partnerId` null: unknown caller. */
export const peggedWithdraw =
  ({ redemptions }: { readonly redemptions: Pick<PeggedRedemptions, 'choose'> }) =>
  (mode: Mode, partnerId: string | null): PeggedWithdraw | null => {
    const redemption = redemptions.choose(mode, partnerId);
    if (redemption === null) return null;
    const { network, assetId, spender } = redemption;
    return { network, assetId, spender };
  };
