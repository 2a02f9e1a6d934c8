export interface StoredKyc {
  readonly partnerId: string;
  readonly ref: string;
  readonly providerSessionId: string;
  readonly document: string;
  readonly birthDate: string | null;
  /** Duration of a settlement: the table's times scale with it. */
  readonly settleDelayMs: number;
  /** Of the last opening. */
  readonly openedAtMs: number;
  readonly openings: number;
  readonly decision: 'APPROVED' | 'REJECTED' | 'EXPIRED' | null;
}

type Owned = Pick<StoredKyc, 'partnerId' | 'providerSessionId'>;

export interface KycStore {
  /** The session that is there already, or this one. */
  readonly start: (session: StoredKyc) => Promise<StoredKyc>;
  readonly find: (key: Owned) => Promise<StoredKyc | null>;
  readonly findByRef: (key: Pick<StoredKyc, 'partnerId' | 'ref'>) => Promise<StoredKyc | null>;
  /** Null when there is none. */
  readonly reopen: (key: Owned, atMs: number) => Promise<StoredKyc | null>;
  readonly decide: (key: Owned, decision: NonNullable<StoredKyc['decision']>) => Promise<StoredKyc | null>;
  readonly remove: (key: Pick<StoredKyc, 'partnerId' | 'ref'>) => Promise<void>;
  readonly removeAll: (partnerId: string) => Promise<void>;
}
