import type { ProviderRejection } from '../../../../aggregates/kyc/events';
import type { CallbackQueue } from '../callbacks';
import type { PlannedCallback } from '../payouts/payout-store';

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
  /** That a rejection was decided with; null: the document's own. */
  readonly decidedReason: ProviderRejection | null;
  /** The name that it was started with; null: its document alone says what is played. */
  readonly scenario: string | null;
}

type Owned = Pick<StoredKyc, 'partnerId' | 'providerSessionId'>;

export interface KycStore extends CallbackQueue {
  /** The session that is there already, or this one. */
  readonly start: (session: StoredKyc) => Promise<StoredKyc>;
  readonly find: (key: Owned) => Promise<StoredKyc | null>;
  readonly findByRef: (key: Pick<StoredKyc, 'partnerId' | 'ref'>) => Promise<StoredKyc | null>;
  /** Null when there is none. */
  readonly reopen: (key: Owned, atMs: number) => Promise<StoredKyc | null>;
  readonly decide: (
    key: Owned,
    decision: NonNullable<StoredKyc['decision']>,
    reason: StoredKyc['decidedReason'],
  ) => Promise<StoredKyc | null>;
  /** Plans callbacks; one that is planned already is not planned twice. */
  readonly plan: (key: Pick<StoredKyc, 'partnerId' | 'ref'>, callbacks: readonly PlannedCallback[]) => Promise<void>;
  /** Brings what is planned for the partner's sessions, and their ends, nearer. */
  readonly advance: (partnerId: string, ms: number) => Promise<void>;
  /** With what is planned for it. */
  readonly remove: (key: Pick<StoredKyc, 'partnerId' | 'ref'>) => Promise<void>;
  readonly removeAll: (partnerId: string) => Promise<void>;
}
