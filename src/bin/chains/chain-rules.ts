import type { Catalog } from '../../../commands/ports/chains/catalog';
import { canonicalAddress, canonicalTxid, FAMILIES } from '../../../infra/chains/families';
import type { ChainRules } from '../../http/deps';

export const chainRules = ({ networks, assets }: Catalog): ChainRules => ({
  canonicalAddress,
  canonicalTxid,
  memoFor: (networkName, memo) => {
    const family = networks.find(({ name }) => name === networkName)?.family ?? 'evm';
    return FAMILIES[family].memo(memo);
  },
  instructionFor: ({ network: networkName, assetId, amountBaseUnits, receiver, memo }) => {
    const network = networks.find(({ name }) => name === networkName);
    const asset = assets.find((candidate) => candidate.assetId === assetId);
    if (network === undefined || asset === undefined) return null;
    const payment = { network, asset, amountBaseUnits: BigInt(amountBaseUnits), receiver, memo };
    return FAMILIES[network.family].watching.instruction(payment);
  },
});
