import type { PayoutState } from '../../../../aggregates/payout/state';
import { mayBeForgotten } from '../../../../commands/trouble/loss/hold-forgotten';
import { time } from '../../../../packages/testing/src/samples/sample-data';

const loss = { lostSince: time(390), acceptedAt: time(400) };
const settled: PayoutState = {
  ...{ phase: 'SETTLED', attempt: 1, providerKey: 'k1', provider: 'bank', dispatchedAt: time(399), contradictions: [] },
  ...{ paidCents: 2n, returnedCents: 2n, resolvedCents: 0n, feesCents: 0n },
};

test.each<[boolean, string, PayoutState, typeof loss | null]>([
  [true, 'what was sent before the loss was accepted, and came back', settled, loss],
  [true, 'what an earlier loss held', { ...settled, loss: { since: time(380), isTold: true } }, loss],
  [false, 'what this loss held', { ...settled, loss: { since: time(390), isTold: true } }, loss],
  [false, 'what was sent after it', { ...settled, dispatchedAt: time(400) }, loss],
  [false, 'what did not come back', { ...settled, returnedCents: 0n }, loss],
  [false, 'what is resolved', { ...settled, resolvedCents: 2n }, loss],
  [false, 'a ledger that lost nothing', settled, null],
])('%s: %s', (expected, _what, payout, lost) => expect(mayBeForgotten(payout, lost)).toBe(expected));
