import type { Asset, Network } from '../../../../commands/ports/chains/catalog';
import { TRANSFER_SELECTOR } from './memo';

/** Fields of `eth_sendTransaction`: hex bytes, and quantities as `0x` hex without leading zeros. */
export interface EvmTransferInstruction {
  /** The transaction itself: inside a batch (`wallet_sendCalls`, a user operation) no reader finds the memo. */
  readonly method: 'eth_sendTransaction';
  readonly to: string;
  readonly value: string;
  readonly data: string;
  readonly chainId: string;
}

export interface EvmTransfer {
  readonly network: Pick<Network, 'family' | 'chainId' | 'name'>;
  readonly asset: Pick<Asset, 'contract'>;
  readonly amountBaseUnits: bigint;
  readonly receiver: string;
  readonly memo: string;
}

const ADDRESS = /^0x[0-9a-fA-F]{40}$/;
const HIGHEST_AMOUNT = 2n ** 256n - 1n;

const quantity = (value: bigint): string => `0x${value.toString(16)}`;
const word = (hex: string): string => hex.padStart(64, '0');

const assertSendable = ({ network, asset, amountBaseUnits, receiver, memo }: EvmTransfer): void => {
  if (network.family !== 'evm') throw new Error(`${network.name} is not an EVM network`);
  if (!ADDRESS.test(receiver) || (asset.contract !== null && !ADDRESS.test(asset.contract))) {
    throw new Error('An EVM address is 0x and 40 hex digits');
  }
  if (amountBaseUnits <= 0n || amountBaseUnits > HIGHEST_AMOUNT) throw new Error('The amount does not fit a transfer');
  if (memo === '' || memo.startsWith('0x')) throw new Error('A memo is text that does not begin with 0x');
};

/** Coin with the memo as calldata, or `transfer` with the memo after its 68 bytes. Throws when it cannot be sent. */
export const transferInstruction = (transfer: EvmTransfer): EvmTransferInstruction => {
  assertSendable(transfer);
  const { network, asset, amountBaseUnits, receiver, memo } = transfer;
  if (network.chainId === null) throw new Error(`${network.name} has no chain id`);
  const chainId = quantity(BigInt(network.chainId));
  const tail = Buffer.from(memo, 'utf8').toString('hex');
  const method = 'eth_sendTransaction';
  if (asset.contract === null) {
    return { method, to: receiver, value: quantity(amountBaseUnits), data: `0x${tail}`, chainId };
  }
  const call = `${TRANSFER_SELECTOR}${word(receiver.slice(2).toLowerCase())}${word(amountBaseUnits.toString(16))}`;
  return { method, to: asset.contract, value: '0x0', data: `${call}${tail}`, chainId };
};
