export interface Calls {
  appends: number;
  streamReads: number;
  /** Other statements; BEGIN and COMMIT are none. */
  statements: number;
  /** Statements of the simulated bank and KYC desk on their own tables. */
  simulated: number;
  /** Commits of explicit transactions, of appends and of single statements that write. */
  commits: number;
}

export interface CountedRequest extends Calls {
  readonly method: string;
  readonly path: string;
}

export const noCalls = (): Calls => ({ appends: 0, streamReads: 0, statements: 0, simulated: 0, commits: 0 });

const SIMULATED = /\bsandbox_(?:book|chain)\b/;
const READS_STREAM = /event_store\.events/;
const BEGINS = /^\s*begin\b/i;
const ENDS = /^\s*(commit|rollback)\b/i;
const COMMITS = /\bcommit\s*;?\s*$/i;
const WRITES = /\b(insert into|update|delete from)\b/i;
const READ_ONLY = /\bread only\b/i;

/** An append commits by itself. */
export const countAppend = (calls: Calls): void => {
  calls.appends += 1;
  calls.commits += 1;
};

/** Counts one statement; answers whether the connection is inside a transaction after it. */
export const countStatement = (calls: Calls, text: string, isInside: boolean): boolean => {
  const isWhole = BEGINS.test(text) && COMMITS.test(text);
  if (!isWhole && ENDS.test(text)) {
    if (COMMITS.test(text)) calls.commits += 1;
    return false;
  }
  if (!isWhole && BEGINS.test(text)) return true;
  if (READS_STREAM.test(text)) calls.streamReads += 1;
  else if (SIMULATED.test(text)) calls.simulated += 1;
  else calls.statements += 1;
  if (!isInside && WRITES.test(text) && !READ_ONLY.test(text)) calls.commits += 1;
  return isInside;
};
