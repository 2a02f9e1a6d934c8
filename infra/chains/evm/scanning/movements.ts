import type { Movement } from '../../../../aggregates/chain';
import { memosOf, TRANSFER_SELECTOR } from '../protocol/memo';
import { addressOfWord, type TokenTransfer, tokenTransferOf } from '../protocol/transfers';
import type { EvmWatch } from '../protocol/watch';
import type { EvmHeader, EvmReceipt, EvmTransaction } from '../protocol/wire';

export type EvmPlace = Pick<EvmHeader, 'number' | 'hash' | 'time'>;

export interface EvmInclusion {
  readonly transaction: EvmTransaction;
  readonly receipt: EvmReceipt;
  readonly block: EvmPlace;
}

/** Look-alike logs are cheap to send: only the first few per transaction reach the inbox. */
const MOST_LOOK_ALIKES = 3;

/** The payer did not call the token's `transfer` directly, so the memo may not be the payer's. */
const NOT_A_DIRECT_TRANSFER = 'NOT_A_DIRECT_TRANSFER';

/** Other calldata around the memo may have a meaning of its own. */
const INPUT_IS_NOT_THE_MEMO = 'INPUT_IS_NOT_THE_MEMO';

/** Known by logs and receipt but in no block's list: a chain's own transaction, such as a bridge's. */
export const NOT_IN_THE_BLOCK = 'NOT_IN_THE_BLOCK';

interface Found {
  readonly position: string;
  readonly assetId: number | null;
  readonly contract: string | null;
  readonly amount: bigint;
  readonly sender: string;
  readonly receiver: string;
  readonly unsupported: string | null;
}

const isDirect = ({ contract, from, to }: TokenTransfer, transaction: EvmTransaction): boolean =>
  transaction.to === contract &&
  transaction.from === from &&
  transaction.input.startsWith(TRANSFER_SELECTOR) &&
  addressOfWord(transaction.input.slice(10, 74)) === to;

/** Transfers to our receivers from others; the position is the log's ordinal. */
const tokenMovements = (
  { logs }: EvmReceipt,
  { receivers, tokens }: EvmWatch,
  unsupportedOf: (transfer: TokenTransfer) => string | null,
): readonly Found[] =>
  logs.flatMap((log, ordinal) => {
    const transfer = tokenTransferOf(log);
    if (transfer === null || !receivers.includes(transfer.to) || transfer.from === transfer.to) return [];
    const { contract, amount, from: sender, to: receiver } = transfer;
    const assetId = tokens.get(contract) ?? null;
    const unsupported = unsupportedOf(transfer);
    return [{ position: ordinal.toString(), assetId, contract, amount, sender, receiver, unsupported }];
  });

export const paysCoin = ({ from, to, value }: EvmTransaction, { receivers }: EvmWatch): boolean =>
  to !== null && receivers.includes(to) && from !== to && value > 0n;

/** Behind a memo only an ERC-8021 suffix can stand. */
const opensWith = (input: string, memo: string): boolean =>
  input.startsWith(`0x${Buffer.from(memo, 'utf8').toString('hex')}`);

const coinMovements = (transaction: EvmTransaction, memos: readonly string[], watch: EvmWatch): readonly Found[] => {
  if (!paysCoin(transaction, watch)) return [];
  const { from: sender, to, value: amount, input } = transaction;
  const unsupported = memos.every((memo) => opensWith(input, memo)) ? null : INPUT_IS_NOT_THE_MEMO;
  const assetId = watch.nativeAssetId;
  return [{ position: 'native', assetId, contract: null, amount, sender, receiver: to!, unsupported }];
};

/** Anybody can deploy a contract that logs transfers: only the coin and allow-listed tokens are money. */
const isLookAlike = ({ assetId, contract }: Pick<Found, 'assetId' | 'contract'>): boolean =>
  assetId === null && contract !== null;

interface Told {
  readonly txid: string;
  readonly memos: readonly string[];
  readonly block: EvmPlace;
}

const toMovements = (all: readonly Found[], { txid, memos, block }: Told, watch: EvmWatch): readonly Movement[] => {
  const money = all.filter((item) => !isLookAlike(item));
  // A look-alike without one of our memos is spam.
  const lookAlikes = memos.length === 0 ? [] : all.filter(isLookAlike).slice(0, MOST_LOOK_ALIKES);
  const found = [...money, ...lookAlikes];
  return found.map(({ amount, ...item }) => ({
    ...item,
    network: watch.network,
    txid,
    amountBaseUnits: amount.toString(),
    memos,
    // A look-alike must not make the payment beside it ambiguous.
    movements: isLookAlike(item) ? found.length : money.length,
    blockNumber: block.number.toString(),
    blockHash: block.hash,
    blockTime: block.time,
    mode: watch.mode,
  }));
};

/** Every movement of one transaction to our receivers, by its effects (design: chains, section 1). */
export const movementsOf = ({ transaction, receipt, block }: EvmInclusion, watch: EvmWatch): readonly Movement[] => {
  if (!receipt.succeeded) return [];
  const memos = memosOf(transaction.input, watch.memoPrefix);
  const coin = coinMovements(transaction, memos, watch);
  const tokens = tokenMovements(receipt, watch, (transfer) =>
    isDirect(transfer, transaction) ? null : NOT_A_DIRECT_TRANSFER,
  );
  return toMovements([...coin, ...tokens], { txid: transaction.hash, memos, block }, watch);
};

/** A coin transfer without a memo, taken without its receipt (a plain account logs nothing); judged at finality. */
export const plainMovements = (transaction: EvmTransaction, block: EvmPlace, watch: EvmWatch): readonly Movement[] =>
  toMovements(coinMovements(transaction, [], watch), { txid: transaction.hash, memos: [], block }, watch);

/** Movements of a transaction in no block's list, by its receipt alone: none pays by itself. */
export const unlistedMovements = (receipt: EvmReceipt, block: EvmPlace, watch: EvmWatch): readonly Movement[] => {
  const found = receipt.succeeded ? tokenMovements(receipt, watch, () => NOT_IN_THE_BLOCK) : [];
  return toMovements(found, { txid: receipt.transactionHash, memos: [], block }, watch);
};
