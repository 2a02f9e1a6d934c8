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

/** What a request found in a bucket once it had taken from it. */
export interface TakenFrom {
  /** Per minute. */
  readonly limit: number;
  readonly remaining: number;
  /** Until the bucket is full again (>= 1). */
  readonly resetSeconds: number;
  /** Whether this one was too many. */
  readonly isOver: boolean;
}

export interface RateLimits {
  /** Null where nothing is limited; `points`, if any, are the key's own in place of the limit's. Never rejects. */
  readonly take: (limit: LimitName, key: string, points?: number | null) => Promise<TakenFrom | null>;
}
