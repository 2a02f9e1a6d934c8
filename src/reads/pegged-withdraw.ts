import type { Mode } from '../../aggregates/partner/events';
import type { PeggedRedemption, PeggedRedemptions } from '../../commands/ports/providers/pegged-redemption';

/** What a wallet must know to withdraw: whom it gives an allowance of what, and where. */
export type PeggedWithdraw = Pick<PeggedRedemption, 'network' | 'assetId' | 'spender'>;

/**
 * By the choice that a withdrawal makes: an allowance to another partner's spender could be taken by that partner.
 * Null where nothing can be withdrawn; null for the partner when nobody is known.
 */
export const peggedWithdraw =
  ({ redemptions }: { readonly redemptions: Pick<PeggedRedemptions, 'choose'> }) =>
  (mode: Mode, partnerId: string | null): PeggedWithdraw | null => {
    const redemption = redemptions.choose(mode, partnerId);
    if (redemption === null) return null;
    const { network, assetId, spender } = redemption;
    return { network, assetId, spender };
  };
