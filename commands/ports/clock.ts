/** UTC ISO 8601 with milliseconds. */
export type Iso = string;

export interface Clock {
  /** Milliseconds since 1970, UTC. */
  readonly now: () => number;
  readonly iso: () => Iso;
}
