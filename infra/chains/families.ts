import type { ChainFamily, RealFamily } from '../../aggregates/chain';
import type { ChainReader } from '../../commands/ports/chains/chain-reader';
import { evm } from './evm/family';
import type { Family } from './family';
import type { ChainReaderOptions } from './reader-options';
import { simulated } from './simulated/family';
import { solana } from './solana/family';
import { stellar } from './stellar/family';
import { tron } from './tron/family';
import { xrpl } from './xrpl/family';

export const FAMILIES: Readonly<Record<ChainFamily, Family>> = {
  ...{ evm, simulated, solana, stellar, tron, xrpl },
};

export const FAMILY_NAMES = Object.keys(FAMILIES) as [ChainFamily, ...ChainFamily[]];

export const REAL_FAMILIES = FAMILY_NAMES.filter((name) => name !== 'simulated') as [RealFamily, ...RealFamily[]];

export const canonicalAddress = (family: ChainFamily, text: string): string | null =>
  FAMILIES[family].canonicalAddress(text);

export const canonicalTxid = (family: ChainFamily, text: string): string | null => FAMILIES[family].canonicalTxid(text);

/** Text that is no transaction id of the family is unknown without a request. */
const findingIds = (reader: ChainReader, { canonicalTxid: canonical }: Pick<Family, 'canonicalTxid'>): ChainReader => ({
  ...reader,
  find: async (texts) => {
    const txids = texts.map(canonical);
    const found = (await reader.find(txids.filter((txid) => txid !== null))).values();
    return txids.map((txid) => (txid === null ? { outcome: 'UNKNOWN' } : found.next().value!));
  },
});

/** Rejects with a message for the operator on an invalid configuration. */
export const createChainReader = async (options: ChainReaderOptions): Promise<ChainReader> => {
  const family = FAMILIES[options.network.family];
  return findingIds(await family.watching.openReader(options), family);
};
