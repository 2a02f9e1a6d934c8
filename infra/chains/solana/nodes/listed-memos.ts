import { ownMemoOf } from '../../own-memo';

const LENGTH = /^\[(\d{1,6})\] /;
const BETWEEN = '; ';

/** Our memos, from a list such as `[4] acme; [2] hi`, which lacks newer programs. Null: no memo, or another form. */
export const listedMemos = (column: string | null, prefix: string): readonly string[] | null => {
  if (column === null) return null;
  const memos: string[] = [];
  let rest = Buffer.from(column, 'utf8');
  while (rest.length > 0) {
    const [mark, digits] = LENGTH.exec(rest.subarray(0, 10).toString('latin1')) ?? [];
    if (mark === undefined) return null;
    const end = mark.length + Number(digits);
    memos.push(...[ownMemoOf(rest.subarray(mark.length, end), prefix) ?? []].flat());
    const after = rest.subarray(end);
    if (after.length > 0 && !after.subarray(0, BETWEEN.length).equals(Buffer.from(BETWEEN))) return null;
    rest = after.subarray(BETWEEN.length);
  }
  return memos;
};
