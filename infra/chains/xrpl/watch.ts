import type { Asset } from '../../../commands/ports/chains/catalog';
import type { ClosedWatch } from '../closed/watch';
import { issuedOf } from './currency';

export interface IssuedAsset {
  readonly asset: Asset;
  /** As the ledger writes it. */
  readonly currency: string;
  readonly issuer: string;
}

export interface XrplWatch extends ClosedWatch {
  /** By `currency:issuer`, as the ledger writes them. */
  readonly issued: ReadonlyMap<string, IssuedAsset>;
}

/** Throws with a message for the operator on an asset that is not a code and an issuer. */
export const xrplWatchOf = (watch: ClosedWatch): XrplWatch => {
  const issued = [...watch.assets].map(([contract, asset]) => {
    const parts = issuedOf(contract);
    if (parts === null)
      throw new Error(`${watch.network}: asset ${asset.assetId} is not a currency code and an issuer`);
    return [`${parts.currency}:${parts.issuer}`, { asset, ...parts }] as const;
  });
  return { ...watch, issued: new Map(issued) };
};
