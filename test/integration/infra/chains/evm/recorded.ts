import type { EvmWatch } from '../../../../../infra/chains/evm/protocol/watch';
import { readHeader, readReceipt, readTransaction } from '../../../../../infra/chains/evm/protocol/wire';
import type { EvmInclusion } from '../../../../../infra/chains/evm/scanning/movements';
import recorded from '../../../../fixtures/evm/recorded.json';
import { RECEIVER } from '../../../../stores/anvil';

export type RecordedName = Exclude<keyof typeof recorded, 'contracts'>;

/** A transaction of one of our own anvil runs, as the node returned it. */
export const recordedInclusion = (name: RecordedName): EvmInclusion => {
  const { transaction, receipt, block } = recorded[name];
  return { transaction: readTransaction(transaction)!, receipt: readReceipt(receipt)!, block: readHeader(block)! };
};

export const recordedWatch: EvmWatch = {
  network: 'local',
  mode: 'sandbox',
  chainId: 31_337n,
  receivers: [RECEIVER],
  own: new Set([RECEIVER]),
  memoPrefix: 'acme',
  nativeAssetId: 201,
  nativeDustBelow: 0n,
  wholeBlocks: true,
  tokens: new Map([
    [recorded.contracts.token, 202],
    [recorded.contracts.fee, 203],
  ]),
};
