import { GlobalFlags, hashes, type Transaction } from 'xrpl';
import { messageOf } from '../../nodes/nodes-error';
import { propertyOf } from '../../nodes/rpc/node-error';

type Fields = Readonly<Record<string, unknown>>;

export interface Mismatch {
  readonly reason: string;
  readonly isContradiction: boolean;
}

const LONGEST_WORDS = 200;

/** Names of a transaction's own fields begin in upper case; a server adds others, and renames the amount. */
const sentOf = (transaction: Fields): Fields => {
  const { DeliverMax, ...own } = Object.fromEntries(
    Object.entries(transaction).filter(([name]) => /^[A-Z]/.test(name)),
  );
  return DeliverMax === undefined ? own : { ...own, Amount: DeliverMax };
};

/** Inner transactions of a Batch are signed with the batch alone. */
const isSigned = ({ TxnSignature, Signers, Flags }: Fields, meta: unknown): boolean => {
  const isInner = typeof Flags === 'number' && (Flags & GlobalFlags.tfInnerBatchTxn) !== 0;
  if (isInner) return typeof propertyOf(meta, 'ParentBatchID') === 'string';
  return (typeof TxnSignature === 'string' && TxnSignature !== '') || Array.isArray(Signers);
};

/** Why the reported fields are not those of the transaction with this id; null when they are. Never throws. */
export const mismatchOf = (transaction: Fields, meta: unknown, txid: string): Mismatch | null => {
  const sent = sentOf(transaction);
  let hash: string;
  try {
    hash = hashes.hashSignedTx(sent as unknown as Transaction);
  } catch (error) {
    // A later version of the protocol may have fields that the library does not know.
    const words = messageOf(error).slice(0, LONGEST_WORDS);
    return { reason: `${txid} cannot be encoded: ${words}`, isContradiction: false };
  }
  if (hash.toLowerCase() !== txid) {
    return { reason: `the fields of ${txid} are those of ${hash.toLowerCase()}`, isContradiction: true };
  }
  return isSigned(sent, meta) ? null : { reason: `${txid} bears no signature`, isContradiction: true };
};
