export interface Tick {
  readonly source: string;
  readonly base: string;
  readonly quote: string;
  readonly bid: string;
  readonly ask: string;
  /** The source's own time, in milliseconds since 1970; null when the source reports none. */
  readonly sourceMs: number | null;
  readonly receivedMs: number;
  readonly changedMs: number;
}

export type Dropped = 'UNREADABLE' | 'STALE' | 'CROSSED' | 'WIDE' | 'OUTLYING';

/** In 10^-18 of the quoted currency. */
export interface Sides {
  readonly bid: bigint;
  readonly ask: bigint;
}

export interface JudgedTick {
  readonly tick: Tick;
  /** Null: the price counts this tick. */
  readonly dropped: Dropped | null;
  readonly sides: Sides;
}

export const pairOf = ({ base, quote }: Pick<Tick, 'base' | 'quote'>): string => `${base}/${quote}`;
