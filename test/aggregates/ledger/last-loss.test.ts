import type { LedgerIdentityEvent } from '../../../aggregates/ledger/events';
import { lastLossIn } from '../../../aggregates/ledger/last-loss';
import { time } from '../../../packages/testing/src/samples/sample-data';

const opened = { ledgerId: 'ledger1', format: 1, openedAt: time(1) };
const attached = (attachedAt: string, lostSince?: string): LedgerIdentityEvent => ({
  type: 'LedgerAttached',
  data: {
    ...{ ledgerId: 'ledger1', actor: 'ana', reason: 'so', attachedAt },
    ...(lostSince === undefined ? {} : { lostSince }),
  },
});
const loss = { lostSince: time(5), acceptedAt: time(6) };
const arrival = { moveId: 'move1', count: 1, hash: 'h', loss };

test.each<[string, readonly LedgerIdentityEvent[], typeof loss | null]>([
  ['an empty stream', [], null],
  ['a ledger without a loss', [{ type: 'LedgerOpened', data: opened }, attached(time(4))], null],
  ['the last of two losses', [attached(time(3), time(2)), attached(time(6), time(5)), attached(time(8))], loss],
  ['a loss that arrived by a move', [{ type: 'LedgerOpened', data: { ...opened, arrival } }], loss],
])('reads %s', (_what, history, expected) => expect(lastLossIn(history)).toEqual(expected));
