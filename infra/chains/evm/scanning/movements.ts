import type { Movement } from '../../../../aggregates/chain';
import { type FoundMovement, toMovements } from '../../found-movements';
import { memosOf, mentionsOf, TRANSFER_SELECTOR } from '../protocol/memo';
import { addressOfWord, type TokenTransfer, tokenTransferOf } from '../protocol/transfers';
import type { EvmWatch } from '../protocol/watch';
import type { EvmHeader, EvmReceipt, EvmTransaction } from '../protocol/wire';

export type EvmPlace = Pick<EvmHeader, 'number' | 'hash' | 'time'>;

export interface EvmInclusion {
  readonly transaction: EvmTransaction;
  readonly receipt: EvmReceipt;
  readonly block: EvmPlace;
}

/** The payer did not call the token's `transfer` directly, so the memo may not be the payer's. */
const NOT_A_DIRECT_TRANSFER = 'NOT_A_DIRECT_TRANSFER';

/** Other calldata around the memo may have a meaning of its own. */
const INPUT_IS_NOT_THE_MEMO = 'INPUT_IS_NOT_THE_MEMO';

/** Known by logs and receipt but in no block's list: a chain's own transaction, such as a bridge's. */
export const NOT_IN_THE_BLOCK = 'NOT_IN_THE_BLOCK';

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
): readonly FoundMovement[] =>
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

/** Only an ERC-8021 suffix may follow a memo. */
const opensWith = (input: string, memo: string): boolean =>
  input.startsWith(`0x${Buffer.from(memo, 'utf8').toString('hex')}`);

const coinMovements = (
  transaction: EvmTransaction,
  memos: readonly string[],
  watch: EvmWatch,
): readonly FoundMovement[] => {
  if (!paysCoin(transaction, watch)) return [];
  const { from: sender, to, value: amount, input } = transaction;
  const unsupported = memos.every((memo) => opensWith(input, memo)) ? null : INPUT_IS_NOT_THE_MEMO;
  const assetId = watch.nativeAssetId;
  return [{ position: 'native', assetId, contract: null, amount, sender, receiver: to!, unsupported }];
};

interface Told {
  readonly txid: string;
  readonly memos: readonly string[];
  readonly signer: string | null;
  readonly block: EvmPlace;
}

const movementsIn = (
  all: readonly FoundMovement[],
  told: Told,
  { network, mode, own }: EvmWatch,
): readonly Movement[] => toMovements(all, { network, mode, own, ...told });

export const movementsOf = ({ transaction, receipt, block }: EvmInclusion, watch: EvmWatch): readonly Movement[] => {
  if (!receipt.succeeded) return [];
  const memos = memosOf(transaction.input, watch.memoPrefix);
  const coin = coinMovements(transaction, memos, watch);
  const tokens = tokenMovements(receipt, watch, (transfer) =>
    isDirect(transfer, transaction) ? null : NOT_A_DIRECT_TRANSFER,
  );
  const found = movementsIn(
    [...coin, ...tokens],
    { txid: transaction.hash, memos, signer: transaction.from, block },
    watch,
  );
  return memos.length > 0 ? found : mentioning(found, transaction, watch);
};

/** For an operator: a batch of calls, by a delegated account or an entry point, carries its memo inside. */
const mentioning = (
  found: readonly Movement[],
  { input }: EvmTransaction,
  { memoPrefix }: EvmWatch,
): readonly Movement[] => {
  const mentions = found.length === 0 ? [] : mentionsOf(input, memoPrefix);
  return mentions.length === 0 ? found : found.map((movement) => ({ ...movement, mentions }));
};

/** A coin transfer without a memo, read without its receipt (a plain account logs nothing); judged at finality. */
export const plainMovements = (transaction: EvmTransaction, block: EvmPlace, watch: EvmWatch): readonly Movement[] =>
  movementsIn(
    coinMovements(transaction, [], watch),
    { txid: transaction.hash, memos: [], signer: transaction.from, block },
    watch,
  );

/** Movements of a transaction that no block lists, only by its receipt: none pays by itself. */
export const unlistedMovements = (receipt: EvmReceipt, block: EvmPlace, watch: EvmWatch): readonly Movement[] => {
  const found = receipt.succeeded ? tokenMovements(receipt, watch, () => NOT_IN_THE_BLOCK) : [];
  return movementsIn(found, { txid: receipt.transactionHash, memos: [], signer: null, block }, watch);
};
