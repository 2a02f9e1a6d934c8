import type { Mode } from '../../aggregates/partner/events';
import { holdsPeg, middleOf } from '../../aggregates/quote/peg';
import { rejection } from '../../aggregates/rejection';
import type { Alert } from '../alerts/kinds';
import type { Asset } from '../ports/chains/catalog';
import { marketPrice, type PriceDeps } from '../quote/current-price';

export interface PegDeps extends PriceDeps {
  readonly alert: Alert;
}

/**
 * A withdrawal gives a real for a unit: not while the market gives less or more than half a percent off it. Refuses
 * PROVIDER_NOT_CONFIGURED, and PROVIDER_FAILURE without a fresh price, or with one that has left the peg.
 */
export const holdToPeg = async (deps: PegDeps, { assetId, symbol }: Asset, mode: Mode): Promise<void> => {
  const { sell, buy } = await marketPrice(deps, symbol, mode);
  const middle = middleOf({ sell, buy });
  if (middle !== null && holdsPeg(middle)) return;
  deps.alert('The market does not take a pegged asset for a real: withdrawals of it are refused', {
    ...{ assetId: assetId.toString(), mode, sell, buy },
  });
  throw rejection('PROVIDER_FAILURE', `${symbol} is not worth a real on the market now; nothing was withdrawn`);
};
