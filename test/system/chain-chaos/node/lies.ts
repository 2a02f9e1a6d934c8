import type { Random } from '../../fuzz/requests/random';
import type { Fields } from './json-rpc';
import { hex } from './json-rpc';
import type { Profile } from './profiles';
import type { Weights } from './weights';

/** Faults of a node, drawn at each call. */
export interface Lies {
  readonly failsInside: () => boolean;
  readonly refusesFinal: () => boolean;
  readonly refusesBlockReceipts: () => boolean;
  readonly missesReceipt: () => boolean;
  readonly losesLogs: () => boolean;
  readonly isAhead: () => boolean;
  readonly losesTransaction: () => boolean;
  readonly indexBehindBlocks: number;
  readonly isLenient: boolean;
  readonly bloom: Profile['bloom'];
}

const TEN_YEARS_SECONDS = 10 * 365 * 86_400;
const BLOOM_DIGITS = 512;

export const liesOf = (weights: Weights, random: Random, profile: Profile, noFinal: boolean): Lies => ({
  failsInside: () => random.chance(weights.internalError),
  refusesFinal: () => noFinal || random.chance(weights.finalRefused),
  refusesBlockReceipts: () => profile.refusesBlockReceipts || weights.refusesBlockReceipts,
  missesReceipt: () => random.chance(weights.missingReceipt),
  losesLogs: () => random.chance(weights.emptyLogs),
  isAhead: () => random.chance(weights.timeAhead),
  losesTransaction: () => random.chance(weights.missingTransaction),
  indexBehindBlocks: weights.indexBehindBlocks,
  isLenient: weights.lenientLogs,
  bloom: profile.bloom,
});

export interface LyingView {
  readonly head: number;
  readonly hidden: ReadonlySet<string>;
  readonly lies: Lies;
}

const bloomOf = (kind: Profile['bloom'], bloom: unknown): unknown =>
  kind === 'true' ? bloom : `0x${(kind === 'ones' ? 'f' : '0').repeat(BLOOM_DIGITS)}`;

const hashOf = (transaction: unknown): string =>
  typeof transaction === 'string' ? transaction : ((transaction as Fields)['hash'] as string);

/** A token's transfer, which leaves a log: what a block does not show of the coin itself nobody could miss. */
const leavesLog = (transaction: unknown): boolean =>
  typeof transaction !== 'string' && String((transaction as Fields)['input']).startsWith('0xa9059cbb');

const listed = (transactions: readonly unknown[], { hidden, lies }: LyingView): readonly unknown[] => {
  const shown = transactions.filter((transaction) => !hidden.has(hashOf(transaction)));
  const lost = lies.losesTransaction() ? shown.findIndex(leavesLog) : -1;
  return shown.filter((_, index) => index !== lost);
};

/** The block as the node shows it. */
export const lieAboutBlock = (block: Fields, view: LyingView): Fields => {
  const aheadSeconds = view.lies.isAhead() ? TEN_YEARS_SECONDS : 0;
  return {
    ...block,
    logsBloom: bloomOf(view.lies.bloom, block['logsBloom']),
    timestamp: hex(Number(block['timestamp']) + aheadSeconds),
    transactions: listed(block['transactions'] as readonly unknown[], view),
  };
};

/** The logs that the node's index holds of those that there are. */
export const lieAboutLogs = (logs: readonly Fields[], { head, lies }: LyingView): readonly Fields[] => {
  if (lies.losesLogs()) return [];
  return logs.filter((log) => Number(log['blockNumber']) <= head - lies.indexBehindBlocks);
};
