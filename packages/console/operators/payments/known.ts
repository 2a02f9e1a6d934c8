import type { OpsAmount, OpsEvent, OpsPayment } from '../../wire';
import type { Asset } from '../../words/format';

/** The assets that the payment's own amounts name; sentences need them. */
export const assetsOf = ({ terms, moneyIn, moneyOut }: OpsPayment): ReadonlyMap<number, Asset> => {
  const amounts: readonly OpsAmount[] = [terms.crypto, ...[...moneyIn, ...moneyOut].map(({ amount }) => amount)];
  return new Map(
    amounts.flatMap(({ assetId, symbol, decimals }) =>
      assetId === null || symbol === null || decimals === null ? [] : [[assetId, { symbol, decimals }] as const],
    ),
  );
};

/** How many events of the timeline the payment's rows do not know yet. */
export const behindBy = ({ knownTo }: OpsPayment, events: readonly OpsEvent[]): number =>
  events.filter(({ position }) => BigInt(position) > BigInt(knownTo)).length;
