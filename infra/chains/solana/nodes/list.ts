import { type ConfirmedSignatureInfo, PublicKey } from '@solana/web3.js';
import { malformed, readCount } from '../../encodings/answers';
import { decodeBase58 } from '../../encodings/base58';
import { contradiction } from '../../nodes/standings';
import type { Listed } from '../reading/told';
import { FINALIZED, type SolanaCalls } from './calls';
import { listedMemos } from './listed-memos';

export interface ListRequest {
  readonly account: string;
  readonly from: bigint;
  readonly to: bigint;
  /** A transaction below `from`: older ones are not listed. Null: unknown. */
  readonly until: string | null;
  readonly memoPrefix: string;
}

export interface AccountList {
  /** Succeeded ones from `from` to `to`, oldest first; the oldest few thousand, whole slots. */
  readonly oldest: readonly Listed[];
  /** The account's last transaction up to `to`, failed or not; null when the list is empty. */
  readonly newest: Listed | null;
  readonly isCut: boolean;
}

const ROWS_PER_CALL = 1_000;
const MOST_KEPT = 3_000;
const MOST_CALLS = 2_000;
const SIGNATURE_BYTES = 64;

interface Row extends Listed {
  readonly hasFailed: boolean;
}

const rowOf = ({ signature, slot, err, memo }: ConfirmedSignatureInfo, prefix: string): Row => {
  if (decodeBase58(signature)?.length !== SIGNATURE_BYTES) throw malformed('signature');
  return { signature, slot: readCount(slot, 'slot'), hasFailed: err !== null, memos: listedMemos(memo, prefix) };
};

/** A single call: rows older than `before`, newest first. Rejects while the node lacks slot `to`. */
const rowsBefore = async ({ ask }: SolanaCalls, request: ListRequest, before: Row | null): Promise<readonly Row[]> => {
  const { account, to, until, memoPrefix } = request;
  const options = {
    ...{ limit: ROWS_PER_CALL, minContextSlot: Number(to) },
    ...(until === null ? {} : { until }),
    ...(before === null ? {} : { before: before.signature }),
  };
  return ask('getSignaturesForAddress', async (connection) => {
    const rows = await connection.getSignaturesForAddress(new PublicKey(account), options, FINALIZED);
    return rows.map((row) => rowOf(row, memoPrefix));
  });
};

const mustDescend = (label: string, before: Row | null, rows: readonly Row[]): void => {
  const all = before === null ? rows : [before, ...rows];
  const rises = all.some(({ slot }, index) => index > 0 && slot > all[index - 1]!.slot);
  const repeats = rows.some(({ signature }) => signature === before?.signature);
  if (rises || repeats) throw contradiction(label, 'lists transactions again, or out of order');
};

/** The oldest rows of a list that is newest first, with the whole slot of the newest kept row. */
const trimmed = (rows: readonly Row[]): readonly Row[] => {
  const newest = rows.at(-MOST_KEPT);
  return newest === undefined ? rows : rows.filter(({ slot }) => slot <= newest.slot);
};

/** Goes on until a row below `from` or an empty answer: a short answer may end early. */
export const listAccount = async (calls: SolanaCalls, request: ListRequest): Promise<AccountList> => {
  const { from, to } = request;
  let kept: readonly Row[] = [];
  let newest: Row | null = null;
  let before: Row | null = null;
  let isCut = false;
  for (let asked = 0; asked < MOST_CALLS; asked += 1) {
    const rows = await rowsBefore(calls, request, before);
    mustDescend(calls.label, before, rows);
    newest ??= rows.find(({ slot }) => slot <= to) ?? null;
    const news = rows.filter(({ slot, hasFailed }) => slot >= from && slot <= to && !hasFailed);
    const all = [...kept, ...news];
    kept = trimmed(all);
    isCut ||= kept.length < all.length;
    before = rows.at(-1) ?? before;
    if (rows.length === 0 || before!.slot < from) return { oldest: [...kept].reverse(), newest, isCut };
  }
  throw new Error(`${calls.label} lists more than ${MOST_CALLS * ROWS_PER_CALL} transactions of one account`);
};
