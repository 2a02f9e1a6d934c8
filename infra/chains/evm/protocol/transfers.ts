import type { EvmLog } from './wire';

/** keccak-256 of `Transfer(address,address,uint256)`. */
export const TRANSFER_TOPIC = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

/** Addresses where chains log their own coin (EIP-7708, Polygon): the native movement again, not a token. */
const NATIVE_COIN_LOGS = new Set([
  '0xfffffffffffffffffffffffffffffffffffffffe',
  '0x0000000000000000000000000000000000001010',
]);

export const addressTopic = (address: string): string => `0x${address.slice(2).padStart(64, '0')}`;

export const addressOfWord = (word: string): string => `0x${word.slice(-40)}`;

const BALANCE_OF = '0x70a08231';
const ALLOWANCE = '0xdd62ed3e';

/** Calldata; addresses in lower case. */
export const balanceCall = (account: string): string => `${BALANCE_OF}${addressTopic(account).slice(2)}`;

export const allowanceCall = (owner: string, spender: string): string =>
  `${ALLOWANCE}${[owner, spender].map((address) => addressTopic(address).slice(2)).join('')}`;

export interface TokenTransfer {
  readonly contract: string;
  readonly from: string;
  readonly to: string;
  readonly amount: bigint;
}

/** Null for other logs, transfers of zero and the chain's own coin. */
export const tokenTransferOf = (log: EvmLog): TokenTransfer | null => {
  const [event, from = '', to = ''] = log.topics;
  const isTransfer = event === TRANSFER_TOPIC && log.topics.length === 3 && log.data.length === 66;
  if (!isTransfer || NATIVE_COIN_LOGS.has(log.address)) return null;
  const transfer = { contract: log.address, from: addressOfWord(from), to: addressOfWord(to) };
  const areAddresses = addressTopic(transfer.from) === from && addressTopic(transfer.to) === to;
  const amount = BigInt(log.data);
  return areAddresses && amount > 0n ? { ...transfer, amount } : null;
};
