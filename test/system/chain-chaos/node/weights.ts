import type { Random } from '../../fuzz/requests/random';

/** Frequency of each fault of an endpoint: a share of HTTP requests or of calls, 0 for never. */
export interface Weights {
  /** Shares of HTTP requests, down to `foreign`. */
  readonly reset: number;
  readonly halfAnswer: number;
  readonly htmlPage: number;
  readonly slow: number;
  /** Answered whole by another chain, as by a balancer with a wrong machine behind it. */
  readonly foreign: number;
  /** Shares of calls, down to `missingTransaction`. */
  readonly internalError: number;
  readonly missingReceipt: number;
  readonly emptyLogs: number;
  /** A block whose time is ten years ahead. */
  readonly timeAhead: number;
  /** A block without one of its transactions, whose logs are there. */
  readonly missingTransaction: number;
  /** Share of the calls for final history. */
  readonly finalRefused: number;
  /** Blocks that it may be behind, drawn for each HTTP request. */
  readonly staleBlocks: number;
  /** Blocks below its newest one that its log index does not hold yet. */
  readonly indexBehindBlocks: number;
  /** Logs of a range that ends above its newest block are those up to there, and no error. */
  readonly lenientLogs: boolean;
  /** Calls a second, members of a batch each; null: as many as there are. */
  readonly callsPerSecond: number | null;
  readonly refusesBatches: boolean;
  readonly refusesBlockReceipts: boolean;
}

export const NO_FAULTS: Weights = {
  reset: 0,
  halfAnswer: 0,
  htmlPage: 0,
  slow: 0,
  foreign: 0,
  internalError: 0,
  missingReceipt: 0,
  emptyLogs: 0,
  timeAhead: 0,
  missingTransaction: 0,
  finalRefused: 0,
  staleBlocks: 0,
  indexBehindBlocks: 0,
  lenientLogs: false,
  callsPerSecond: null,
  refusesBatches: false,
  refusesBlockReceipts: false,
};

const LEVELS = [0.01, 0.03, 0.1, 0.25] as const;
const QUOTAS = [40, 80, 200] as const;
const FOREIGN_LEVELS = [0.01, 0.03, 0.1] as const;
const PRESENT = 0.4;
const MOST_STALE_BLOCKS = 4;

/**
 * Faults of an endpoint. Most are absent, so that a seed shows what a few do together. Only a `liar` tells untruths that
 * nothing but another endpoint can correct; of two endpoints one is no liar.
 */
export const drawWeights = (random: Random, isLiar: boolean, finalLag: number): Weights => {
  const share = (levels: readonly number[] = LEVELS): number => (random.chance(PRESENT) ? random.pick(levels) : 0);
  const lie = (levels: readonly number[]): number => {
    const drawn = share(levels);
    return isLiar ? drawn : 0;
  };
  const blocks = (most: number): number => (random.chance(PRESENT) ? 1 + random.below(most) : 0);
  const staleBlocks = blocks(MOST_STALE_BLOCKS);
  const refusesBatches = random.chance(PRESENT / 2);
  const foreign = share(FOREIGN_LEVELS);
  return {
    reset: share(),
    halfAnswer: share(),
    htmlPage: share(),
    slow: share(),
    // A client without batches cannot know that the same machine answers two questions.
    foreign: refusesBatches ? 0 : foreign,
    internalError: share(),
    missingReceipt: share(),
    emptyLogs: lie([0.05, 0.2, 0.5]),
    timeAhead: lie([0.01, 0.05]),
    missingTransaction: lie([0.01, 0.05]),
    finalRefused: share(),
    staleBlocks,
    // All machines of an honest endpoint have indexed the blocks that one of them calls final.
    indexBehindBlocks: Math.min(blocks(finalLag), Math.max(0, finalLag - staleBlocks)),
    lenientLogs: isLiar && random.chance(PRESENT),
    callsPerSecond: random.chance(PRESENT) ? random.pick(QUOTAS) : null,
    refusesBatches,
    refusesBlockReceipts: random.chance(PRESENT),
  };
};

/** A network that is merely overloaded: one call in ten fails, without worse faults. */
export const drawOverload = (random: Random): Weights => ({
  ...NO_FAULTS,
  internalError: random.pick([0.03, 0.1]),
  reset: random.pick([0, 0.03, 0.1]),
  missingReceipt: random.pick([0, 0.1]),
});

/** Those that are there, for a person. */
export const shownWeights = (weights: Weights): string =>
  Object.entries(weights)
    .filter(([, value]) => value !== 0 && value !== null && value !== false)
    .map(([name, value]) => `${name} ${String(value)}`)
    .join(', ');
