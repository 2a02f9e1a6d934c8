/** Properties of a kind of chain, apart from faults of its nodes. */
export interface Profile {
  /** A network in the sandbox's price list. */
  readonly network: string;
  readonly chainId: number;
  readonly coin: string;
  readonly blockTimeSeconds: number;
  /** How many blocks below the newest one the final one is, once finality has caught up. */
  readonly finalLag: number;
  /** The same distance in the first part of the run; the chain has as much history before the first look. */
  readonly farFinalLag: number;
  /** Tokens arrive in transactions that are in no block's list (Polygon's state sync). */
  readonly hasSystemTransfers: boolean;
  readonly bloom: 'true' | 'ones' | 'zeros';
  readonly refusesBlockReceipts: boolean;
  /** Only so many blocks of state are kept; null: all of it. */
  readonly stateBlocks: number | null;
}

const PLAIN: Profile = {
  network: 'ethereum',
  chainId: 1,
  coin: 'ETH',
  blockTimeSeconds: 1,
  finalLag: 6,
  farFinalLag: 6,
  hasSystemTransfers: false,
  bloom: 'true',
  refusesBlockReceipts: false,
  stateBlocks: null,
};

const STATE_OF_A_FULL_NODE = 128;
/** Ten minutes of blocks that come every two seconds. */
const TEN_MINUTES = 300;

export const PROFILES = {
  plain: PLAIN,
  /** Milestones that stall, state sync, a bloom that says "perhaps" everywhere. */
  polygon: {
    ...PLAIN,
    network: 'polygon',
    chainId: 137,
    coin: 'POL',
    blockTimeSeconds: 2,
    farFinalLag: TEN_MINUTES,
    hasSystemTransfers: true,
    bloom: 'ones',
    refusesBlockReceipts: true,
    stateBlocks: STATE_OF_A_FULL_NODE,
  },
  /** Final only with the layer below, ten minutes and more behind. */
  base: {
    ...PLAIN,
    network: 'base',
    chainId: 8453,
    blockTimeSeconds: 2,
    farFinalLag: TEN_MINUTES,
    stateBlocks: STATE_OF_A_FULL_NODE,
  },
  /** Two blocks a second, final two blocks later. */
  bsc: {
    ...PLAIN,
    network: 'bsc',
    chainId: 56,
    coin: 'BNB',
    blockTimeSeconds: 0.5,
    finalLag: 2,
    farFinalLag: 2,
    bloom: 'zeros',
    stateBlocks: STATE_OF_A_FULL_NODE,
  },
} as const satisfies Readonly<Record<string, Profile>>;

export type Likeness = keyof typeof PROFILES;

export const isLikeness = (text: string): text is Likeness => text in PROFILES;
