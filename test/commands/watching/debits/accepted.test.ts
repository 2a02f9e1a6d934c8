import { acceptedIn, type WatcherRecord } from '../../../../commands/watching/debits/accepted';

const NOW = '2026-01-08T00:00:00.000Z';
const accepting = (id: string, fromHeight: string, acceptedAt: string): WatcherRecord => ({
  ...{ id, type: 'FinalityAccepted' },
  data: { network: 'ethereum', fromHeight, reason: 'the fork was decided', acceptedAt },
});
const LAST = accepting('last', '100', NOW);
const OF_LAST = { acceptedAt: NOW, untoldSince: '2026-01-01T00:00:00.000Z', causeEventId: 'last' };

test('uses the lowest height that was accepted within seven days', () => {
  const lower = accepting('lower', '90', '2026-01-01T00:00:00.000Z');
  const higher = accepting('higher', '95', '2026-01-07T00:00:00.000Z');
  expect(acceptedIn([lower, higher, LAST], 100n, NOW)).toEqual({ ...OF_LAST, fromHeight: 90n });
});

test('ignores an older acceptance, and one of a greater height', () => {
  const before = accepting('before', '90', '2025-12-31T23:59:59.999Z');
  const higher = accepting('higher', '200', '2026-01-07T00:00:00.000Z');
  expect(acceptedIn([before, higher, LAST], 100n, NOW)).toEqual({ ...OF_LAST, fromHeight: 100n });
});

test('takes the height of the watcher without a recent acceptance', () =>
  expect(acceptedIn([], 100n, NOW)).toEqual({ ...OF_LAST, fromHeight: 100n, causeEventId: '' }));
