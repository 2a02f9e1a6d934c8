import type { NetworkName } from '../../../aggregates/chain';
import type { Iso } from '../clock';

/** A transaction reported by a sender. The watcher asks the chain, because a report proves nothing. */
export interface ChainHint {
  readonly network: NetworkName;
  readonly txid: string;
  /** `chain/<source>` of a callback, or `wallet/<userId>`. */
  readonly toldBy: string;
}

export interface HintLimits {
  readonly mostOfNetwork: number;
  /** The most open hints of one `toldBy`; null: no limit. */
  readonly mostOfTeller: number | null;
}

export interface ChainHints {
  /** Keeps a hint once. Drops the hint silently at a limit; answers whether the hint is kept. */
  readonly keep: (hint: ChainHint, since: Iso, limits: HintLimits) => Promise<boolean>;
}
