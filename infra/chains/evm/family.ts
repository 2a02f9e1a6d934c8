import { CARRIAGES } from '../../../aggregates/quote/carriable';
import type { Family } from '../family';
import { evmChallenge } from './protocol/challenge';
import { canonicalEvmAddress, canonicalEvmTxid } from './protocol/identifiers';
import { transferInstruction } from './protocol/instruction';
import { verifyEvm } from './protocol/wallet';

export const evm: Family = {
  canonicalAddress: canonicalEvmAddress,
  canonicalTxid: canonicalEvmTxid,
  objectionToIdentity: ({ chainId, networkId }) => {
    if (chainId === null) return { key: 'chainId', detail: 'an EVM network has a chainId, and no other has one' };
    return networkId === null ? null : { key: 'networkId', detail: 'an EVM network has a chainId instead' };
  },
  memo: (memo) => ({ memoType: 'CALLDATA', memoValue: memo }),
  carriage: CARRIAGES.evm,
  challenge: evmChallenge,
  walletVerifier: verifyEvm,
  watching: {
    urlSchemes: ['http:', 'https:'],
    openReader: async (options) => {
      // oxlint-disable-next-line typescript/no-require-imports
      const { createEvmReader } = require('./reader') as typeof import('./reader');
      return createEvmReader(options);
    },
    instruction: transferInstruction,
  },
};
