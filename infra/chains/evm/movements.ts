import type { Movement, NetworkName } from '../../../aggregates/chain';
import { memosOf, TRANSFER_SELECTOR } from './memo';
import type { EvmHeader, EvmLog, EvmReceipt, EvmTransaction } from './wire';

/** What to look for on one network. Addresses in lower case. */
export interface EvmWatch {
  readonly network: NetworkName;
  readonly receiver: string;
  readonly memoPrefix: string;
  /** Null when the network's own coin is not in the catalog. */
  readonly nativeAssetId: number | null;
  /** Contract to asset id: the allow-list. */
  readonly tokens: ReadonlyMap<string, number>;
}

/** A transaction and where it stands in the chain. */
export interface EvmInclusion {
  readonly transaction: EvmTransaction;
  readonly receipt: EvmReceipt;
  readonly block: Pick<EvmHeader, 'number' | 'hash' | 'time'>;
}

/** keccak-256 of `Transfer(address,address,uint256)`. */
export const TRANSFER_TOPIC = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

/** A look-alike costs its sender little per log, so only the first few of a transaction reach the inbox. */
const MOST_LOOK_ALIKES = 3;

/** Where chains log moves of their own coin (EIP-7708, Polygon): the same money as the native movement, not a token. */
const NATIVE_COIN_LOGS = new Set([
  '0xfffffffffffffffffffffffffffffffffffffffe',
  '0x0000000000000000000000000000000000001010',
]);

/** The payer did not call the token's `transfer` for the receiver itself, so the memo may not be the payer's word. */
const NOT_A_DIRECT_TRANSFER = 'NOT_A_DIRECT_TRANSFER';

interface Found {
  readonly position: string;
  readonly assetId: number | null;
  readonly contract: string | null;
  readonly amount: bigint;
  readonly sender: string;
  readonly unsupported: string | null;
}

export const addressTopic = (address: string): string => `0x${address.slice(2).padStart(64, '0')}`;

const addressOfWord = (word: string): string => `0x${word.slice(-40)}`;

/** The value of a standard Transfer log to the receiver from somebody else, else null. */
const transferAmount = (log: EvmLog, receiver: string): bigint | null => {
  const [event, from, to] = log.topics;
  const isTransfer = event === TRANSFER_TOPIC && log.topics.length === 3 && log.data.length === 66;
  if (!isTransfer || to !== addressTopic(receiver) || from === to) return null;
  const amount = BigInt(log.data);
  return amount > 0n ? amount : null;
};

const isDirect = (log: EvmLog, sender: string, transaction: EvmTransaction, receiver: string): boolean =>
  transaction.to === log.address &&
  transaction.from === sender &&
  transaction.input.startsWith(TRANSFER_SELECTOR) &&
  addressOfWord(transaction.input.slice(10, 74)) === receiver;

const tokenMovements = ({ transaction, receipt }: EvmInclusion, watch: EvmWatch): readonly Found[] =>
  receipt.logs.flatMap((log, ordinal) => {
    const amount = transferAmount(log, watch.receiver);
    if (amount === null || NATIVE_COIN_LOGS.has(log.address)) return [];
    const sender = addressOfWord(log.topics[1] ?? '');
    const unsupported = isDirect(log, sender, transaction, watch.receiver) ? null : NOT_A_DIRECT_TRANSFER;
    const assetId = watch.tokens.get(log.address) ?? null;
    return [{ position: ordinal.toString(), assetId, contract: log.address, amount, sender, unsupported }];
  });

const nativeMovements = ({ transaction }: EvmInclusion, watch: EvmWatch): readonly Found[] => {
  const { from, to, value } = transaction;
  if (to !== watch.receiver || from === watch.receiver || value === 0n) return [];
  const assetId = watch.nativeAssetId;
  return [{ position: 'native', assetId, contract: null, amount: value, sender: from, unsupported: null }];
};

/** Anybody can write a contract that logs transfers; the coin and the tokens of the allow-list are money. */
const isLookAlike = ({ assetId, contract }: Pick<Found, 'assetId' | 'contract'>): boolean =>
  assetId === null && contract !== null;

/** Every movement that one transaction makes to the receiver, from its effects (design: chains, section 1). */
export const movementsOf = (inclusion: EvmInclusion, watch: EvmWatch): readonly Movement[] => {
  const { transaction, receipt, block } = inclusion;
  if (!receipt.succeeded) return [];
  const memos = memosOf(transaction.input, watch.memoPrefix);
  const all = [...nativeMovements(inclusion, watch), ...tokenMovements(inclusion, watch)];
  const money = all.filter((item) => !isLookAlike(item));
  // Without one of our memos a look-alike is spam.
  const lookAlikes = memos.length === 0 ? [] : all.filter(isLookAlike).slice(0, MOST_LOOK_ALIKES);
  const found = [...money, ...lookAlikes];
  return found.map(({ amount, ...item }) => ({
    ...item,
    network: watch.network,
    txid: transaction.hash,
    amountBaseUnits: amount.toString(),
    receiver: watch.receiver,
    memos,
    // A look-alike's log beside a true payment must not make that payment ambiguous.
    movements: isLookAlike(item) ? found.length : money.length,
    blockNumber: block.number.toString(),
    blockHash: block.hash,
    blockTime: block.time,
  }));
};
