import type { ChainFamily } from '../../aggregates/chain';
import type { ChainReader } from '../../commands/ports/chain-reader';
import { evm } from './evm/family';
import type { Family } from './family';
import type { ChainReaderOptions } from './reader-options';
import { solana } from './solana/family';
import { stellar } from './stellar/family';
import { tron } from './tron/family';
import { xrpl } from './xrpl/family';

/** Every family, each with a folder of its own. */
export const FAMILIES: Readonly<Record<ChainFamily, Family>> = { evm, solana, stellar, tron, xrpl };

/** As configuration files spell them. */
export const FAMILY_NAMES = Object.keys(FAMILIES) as [ChainFamily, ...ChainFamily[]];

/** An account in the one form that is compared and stored; null when it is none of that family, or mistyped. */
export const canonicalAddress = (family: ChainFamily, text: string): string | null =>
  FAMILIES[family].canonicalAddress(text);

/** A transaction's id in the one form that is compared and stored; null when it cannot be one. */
export const canonicalTxid = (family: ChainFamily, text: string): string | null => FAMILIES[family].canonicalTxid(text);

/** The reader of one network. Rejects with a message for the operator when the family or its configuration is not usable. */
export const createChainReader = async (options: ChainReaderOptions): Promise<ChainReader> => {
  const { name, family } = options.network;
  const { watching } = FAMILIES[family];
  if (watching === null) throw new Error(`${name}: the ${family} family is not supported in this version`);
  return watching.openReader(options);
};
