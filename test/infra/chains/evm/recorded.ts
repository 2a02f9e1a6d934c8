import type { EvmInclusion, EvmWatch } from '../../../../infra/chains/evm/movements';
import { readHeader, readReceipt, readTransaction } from '../../../../infra/chains/evm/wire';
import { RECEIVER } from '../../../anvil';
import recorded from '../../../fixtures/evm/recorded.json';

export type RecordedName = Exclude<keyof typeof recorded, 'contracts'>;

/** A transaction of one of our own anvil runs, as the node told it. */
export const recordedInclusion = (name: RecordedName): EvmInclusion => {
  const { transaction, receipt, block } = recorded[name];
  return { transaction: readTransaction(transaction)!, receipt: readReceipt(receipt)!, block: readHeader(block)! };
};

export const recordedWatch: EvmWatch = {
  network: 'local',
  receiver: RECEIVER,
  memoPrefix: 'acme',
  nativeAssetId: 201,
  tokens: new Map([
    [recorded.contracts.token, 202],
    [recorded.contracts.fee, 203],
  ]),
};
