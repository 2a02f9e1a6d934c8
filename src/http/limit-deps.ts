export type LimitName =
  | 'ip'
  | 'credentialed'
  | 'partner'
  | 'partnerUsers'
  | 'userGet'
  | 'cashoutPost'
  | 'cashinPost'
  | 'withdraw'
  | 'validateCode'
  | 'authFailure';

/** State of a bucket after a request took from it. */
export interface TakenFrom {
  /** Per minute. */
  readonly limit: number;
  readonly remaining: number;
  /** Until the bucket is full again (>= 1). */
  readonly resetSeconds: number;
  readonly isOver: boolean;
}

export interface RateLimits {
  /** Null when nothing is limited; `points` replaces the limit for this key. Never rejects. */
  readonly take: (limit: LimitName, key: string, points?: number | null) => Promise<TakenFrom | null>;
}
