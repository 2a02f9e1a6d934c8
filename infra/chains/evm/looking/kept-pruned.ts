import type { KeptHash } from '../../../../commands/ports/chain-reader';
import type { Clock } from '../../../../commands/ports/clock';

/**
 * Whether what was final cannot be compared with anything any more. It takes the word of every node, and of none the
 * contrary for so long: a false answer, or one from a machine that is not whole yet, must not do away with the comparison.
 */
const CONFIRMED_MS = 60_000;

/** What the nodes of one look said of the highest kept hash. */
export interface KeptTold {
  /** One of them has that block, or contradicts what was final. */
  readonly isCompared: boolean;
  /** Every node of the network has pruned it. */
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
