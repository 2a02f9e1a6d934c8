import type { IssuedIntent } from '../../../aggregates/cashout/deposit-phase';
import type { FinalDeposit } from '../../../aggregates/deposit/events';
import { type Cents, parseDecimal, roundUp } from '../../../aggregates/money';
import { isRejection } from '../../../aggregates/rejection';
import type { CashoutSettings } from '../../handling/settings';
import type { Catalog } from '../../ports/chains/catalog';
import { type PriceDeps, priceNow } from '../../quote/current-price';

export interface WorthDeps extends PriceDeps {
  readonly catalog: Pick<Catalog, 'assets' | 'networks'>;
  readonly settings: Pick<CashoutSettings, 'depositApprovalCents'>;
}

/** True above the limit, by the feed's price or the quote's, and for a deposit that has neither. */
export const needsTwo = async (deps: WorthDeps, final: FinalDeposit, intent: IssuedIntent | null): Promise<boolean> => {
  const worths = [await byFeed(deps, final), intent === null ? null : byQuote(final, intent)];
  const known = worths.filter((cents) => cents !== null);
  return known.length === 0 || known.some((cents) => cents > deps.settings.depositApprovalCents);
};

const byQuote = ({ amountBaseUnits }: FinalDeposit, intent: IssuedIntent): Cents =>
  roundUp(BigInt(amountBaseUnits) * BigInt(intent.totalCents), BigInt(intent.amountBaseUnits));

/** Null without a fresh price, and for an asset that the catalog lacks. */
const byFeed = async (deps: WorthDeps, { assetId, network, mode, ...final }: FinalDeposit): Promise<Cents | null> => {
  const { assets, networks } = deps.catalog;
  const asset = assets.find((known) => known.assetId === assetId);
  const itsMode = mode ?? networks.find(({ name }) => name === network)?.mode;
  if (asset === undefined || itsMode === undefined) return null;
  try {
    const price = parseDecimal((await priceNow(deps, asset, itsMode)).sell);
    if (price === null) return null;
    const cents = BigInt(final.amountBaseUnits) * price.numerator * 100n;
    return roundUp(cents, price.denominator * 10n ** BigInt(asset.decimals));
  } catch (error) {
    if (isRejection(error)) return null;
    throw error;
  }
};
