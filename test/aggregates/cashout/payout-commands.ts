import type { DispatchPayout, Outcome, RecordOutcome, RequestPayout } from '../../../aggregates/payout/commands';
import { time } from '../../../packages/testing/src/samples/sample-data';

export const request = (now: string, provider: string | null = null): RequestPayout => ({
  type: 'RequestPayout',
  providerKeyOf: (attempt) => `key${attempt}`,
  provider,
  now,
});

export const dispatch = (unknownSince: string | null = null, provider = 'sandbox'): DispatchPayout => ({
  type: 'DispatchPayout',
  provider,
  workerId: 'w1',
  now: time(82),
  notAfter: time(97),
  unknownSince,
});

export const record = (outcome: Outcome, now: string, providerKey = 'key1'): RecordOutcome => ({
  type: 'RecordOutcome',
  providerKey,
  outcome,
  dispatchedAt: null,
  attemptDelaysMs: [30_000, 300_000],
  now,
});

export const settlement = { providerId: 'sbx_1', amountCents: '15000', endToEndId: 'E1', receiptUrl: null };
export const settled = { kind: 'SETTLED', ...settlement } as const;
export const returned = { kind: 'RETURNED', amountCents: '15000', settlement } as const;
export const unknown: Outcome = { kind: 'UNKNOWN', reason: 'TIMEOUT' };
export const rejected = (retryClass: boolean): Extract<Outcome, { kind: 'REJECTED' }> => ({
  kind: 'REJECTED',
  code: retryClass ? 'INSUFFICIENT_FUNDS' : 'KEY_NOT_FOUND',
  message: 'No such key',
  retryClass,
});
