import type { KeptHash } from '../../../../commands/ports/chain-reader';
import type { Clock } from '../../../../commands/ports/clock';

/**
 * Pruning of the highest kept hash is confirmed when every node reports it for this long and none denies it: one false
 * answer, or a machine still syncing, must not end the comparison.
 */
const CONFIRMED_MS = 60_000;

export interface KeptTold {
  /** A node has the block or contradicts its hash. */
  readonly isCompared: boolean;
  /** Every node of the network has pruned the block. */
  readonly isGoneEverywhere: boolean;
}

export interface KeptPruned {
  readonly note: (highest: KeptHash | null, told: KeptTold) => void;
  readonly isConfirmed: (highest: KeptHash | null) => boolean;
}

export const createKeptPruned = ({ now }: Clock): KeptPruned => {
  let first: { readonly height: bigint; readonly atMs: number } | null = null;
  let confirmed: bigint | null = null;
  return {
    note: (highest, { isCompared, isGoneEverywhere }) => {
      if (isCompared || highest === null || first?.height !== highest.height) first = confirmed = null;
      if (isCompared || highest === null || !isGoneEverywhere) return;
      first ??= { height: highest.height, atMs: now() };
      if (now() - first.atMs >= CONFIRMED_MS) confirmed = highest.height;
    },
    isConfirmed: (highest) => highest !== null && confirmed === highest.height,
  };
};
