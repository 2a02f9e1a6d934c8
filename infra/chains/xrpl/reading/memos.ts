import { propertyOf } from '../../nodes/rpc/node-error';
import { ownMemoOf } from '../../own-memo';

const ownMemosIn = (memo: unknown, prefix: string): readonly string[] => {
  const data = propertyOf(propertyOf(memo, 'Memo'), 'MemoData');
  if (typeof data !== 'string') return [];
  // Hex is decoded up to the first other digit. The fields of such a transaction cannot be encoded, so it is unread.
  const own = ownMemoOf(Buffer.from(data, 'hex'), prefix);
  return own === null ? [] : [own];
};

/** Our memos only; null when the node reports a transaction or a list that cannot be read. */
export const memosOf = (transaction: unknown, prefix: string): readonly string[] | null => {
  if (typeof transaction !== 'object' || transaction === null) return null;
  const memos = propertyOf(transaction, 'Memos') ?? [];
  return Array.isArray(memos) ? memos.flatMap((memo: unknown) => ownMemosIn(memo, prefix)) : null;
};
