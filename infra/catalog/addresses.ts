import { canonicalEvmAddress } from '../chains/evm/identifiers';

/** For the EVM's own reader, which the registry of families loads; everybody else asks that registry. */
export const canonicalAddress = (_family: 'evm', text: string): string | null => canonicalEvmAddress(text);
