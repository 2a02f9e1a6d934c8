import type { PayoutState } from '../../../../aggregates/payout/state';
import type { KnownAttempt } from '../../../../commands/trouble/loss/recover-payout';
import { unrecorded } from '../../../../commands/trouble/loss/recover-payout';

const told = { contradictions: [] };
const sent = { attempt: 1, providerKey: 'k1', provider: 'bank', dispatchedAt: '2026-11-20T12:00:00.000Z' } as const;
const moved = { paidCents: 1n, returnedCents: 1n, resolvedCents: 0n, feesCents: 0n } as const;
const NONE: PayoutState = { phase: 'NONE', ...told };
const REQUESTED: PayoutState = { phase: 'REQUESTED', attempt: 1, providerKey: 'k1', provider: null, ...told };
const UNKNOWN: PayoutState = { phase: 'UNKNOWN', ...sent, unknownAt: sent.dispatchedAt, ...told };
const REJECTED: PayoutState = { phase: 'REJECTED', attempt: 1, nextAttemptAt: sent.dispatchedAt, ...told };
const SETTLED: PayoutState = { phase: 'SETTLED', ...sent, ...moved, ...told };
const FAILED: PayoutState = { phase: 'FAILED', ...told };

const SENT = new Map([['k1', 'bank']]);
const NOTHING_SENT = new Map<string, string | null>();

const known = (...states: readonly (KnownAttempt['state'] | null)[]): readonly KnownAttempt[] =>
  states.flatMap((state, index) => {
    const attempt = index + 1;
    return state === null ? [] : [{ attempt, providerKey: `k${attempt}`, provider: 'bank', state }];
  });

type Known = Parameters<typeof unrecorded>[0];
const owed = (payout: PayoutState, sentTo: Known['sentTo']): Known => ({ payout, sentTo });

test.each<[string, Known, readonly KnownAttempt[], number | null]>([
  ['nothing is known', owed(NONE, NOTHING_SENT), [], null],
  ['the first is', owed(NONE, NOTHING_SENT), known('SETTLED'), 1],
  ['the requested one is', owed(REQUESTED, new Map([['k1', null]])), known('PROCESSING'), 1],
  ['the last of some that failed is', owed(NONE, NOTHING_SENT), known('FAILED', 'FAILED'), 2],
  ['the open one is', owed(UNKNOWN, SENT), known('SETTLED'), null],
  ['the rejected one is', owed(REJECTED, SENT), known('FAILED'), null],
  [
    'one before those of the log failed',
    owed({ ...REJECTED, attempt: 2 }, new Map([['k2', 'bank']])),
    known('FAILED', 'FAILED'),
    null,
  ],
  ['the one that came back is', owed(SETTLED, SENT), known('RETURNED'), null],
  ['and another after it', owed(SETTLED, SENT), known('RETURNED', 'FAILED'), 2],
  ['the first of two that came back', owed(SETTLED, SENT), known('RETURNED', 'RETURNED', 'RETURNED'), 2],
  ['what failed is', owed(FAILED, SENT), known('FAILED', 'FAILED'), null],
])('%s', (_what, owed, attempts, found) => expect(unrecorded(owed, attempts)?.attempt ?? null).toBe(found));

test.each<[string, Known, readonly KnownAttempt[]]>([
  ['two may be paid', owed(NONE, NOTHING_SENT), known('SETTLED', 'PROCESSING')],
  ['one is open, and a later one known', owed(UNKNOWN, SENT), known(null, 'FAILED')],
  ['the log has as rejected what was paid', owed(REJECTED, SENT), known('SETTLED')],
  ['another one was sent it', owed(UNKNOWN, new Map([['k1', 'other']])), known('SETTLED')],
  ['one before the one that came back may be paid', owed(NONE, NOTHING_SENT), known('SETTLED', 'RETURNED')],
  ['what failed was paid', owed(FAILED, SENT), known('SETTLED')],
  ['a later one than what failed may be', owed(FAILED, SENT), known('FAILED', 'PROCESSING')],
])('keeps the hold when %s', (_what, owed, attempts) =>
  expect(() => unrecorded(owed, attempts)).toThrow('stays on hold'));
