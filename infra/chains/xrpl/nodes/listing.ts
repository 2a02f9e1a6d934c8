import { listOf, malformed, readCount } from '../../encodings/answers';
import { historyGone } from '../../nodes/history-gone';
import { type Entry, readEntry } from '../reading/told';
import type { Fields, RippledCalls } from './calls';
import type { LedgerRange } from './ledgers';

/** All transactions of an account from the first ledger that was asked for up to `last`. */
export interface Listing {
  readonly entries: readonly Entry[];
  readonly last: bigint;
  /** Twice as many ledgers would probably exceed one answer. */
  readonly isHalfFull: boolean;
}

interface Answer {
  readonly entries: readonly Entry[];
  readonly covered: LedgerRange;
  /** Rows of an answer, as the server limits them. */
  readonly limit: number;
  /** The server's own; undefined: the list is whole. */
  readonly marker: unknown;
}

const ROWS = 200;
/** Pages of a single ledger. */
const MOST_PAGES = 100;

const readAnswer = (result: Fields, { first, last }: LedgerRange): Answer => {
  const covered = {
    first: readCount(result['ledger_index_min'], 'ledger_index_min'),
    last: readCount(result['ledger_index_max'], 'ledger_index_max'),
  };
  const entries = listOf(result['transactions'], 'transactions').map(readEntry);
  if (entries.some(({ height }) => height < first || height > last)) throw malformed('a ledger that was not asked for');
  const limit = Math.min(Number(readCount(result['limit'] ?? ROWS, 'limit')), ROWS);
  return { entries, covered, limit, marker: result['marker'] ?? undefined };
};

const answerOf = ({ ask }: RippledCalls, account: string, asked: LedgerRange, marker: unknown): Promise<Answer> =>
  ask({
    method: 'account_tx',
    params: {
      ...{ account, ledger_index_min: Number(asked.first), ledger_index_max: Number(asked.last) },
      ...{ forward: true, limit: ROWS, ...(marker === undefined ? {} : { marker }) },
    },
    read: (result) => readAnswer(result, asked),
  });

/** An answer is valid for its own range only. */
const mustCover = (label: string, { covered }: Answer, { first }: LedgerRange): void => {
  const { first: told } = covered;
  if (told > first) throw historyGone(label, first, `it answers from ledger ${told}`, told);
  if (covered.last < first) throw new Error(`${label} does not have ledger ${first} yet`);
};

/** Follows a marker within one ledger only: a marker belongs to one server and its database. */
const wholeLedger = async (calls: RippledCalls, account: string, height: bigint, begun: Answer): Promise<Listing> => {
  const entries = [...begun.entries];
  const asked = { first: height, last: height };
  let { marker } = begun;
  for (let pages = 1; marker !== undefined; pages += 1) {
    if (pages === MOST_PAGES) throw new Error(`${calls.label} does not end its list of ledger ${height}`);
    const answer = await answerOf(calls, account, asked, marker);
    mustCover(calls.label, answer, asked);
    entries.push(...answer.entries);
    ({ marker } = answer);
  }
  return { entries, last: height, isHalfFull: true };
};

/** Halves the range until one answer holds it. */
export const listAccount = async (calls: RippledCalls, account: string, range: LedgerRange): Promise<Listing> => {
  const { first } = range;
  for (let { last } = range; ; last = first + (last - first) / 2n) {
    const answer = await answerOf(calls, account, { first, last }, undefined);
    mustCover(calls.label, answer, range);
    const { entries, covered, limit, marker } = answer;
    if (marker === undefined) {
      return { entries, last: covered.last < last ? covered.last : last, isHalfFull: entries.length * 2 > limit };
    }
    if (last === first) return wholeLedger(calls, account, first, answer);
  }
};
