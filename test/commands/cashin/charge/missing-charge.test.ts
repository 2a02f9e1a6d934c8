import type { LedgerEvent } from '../../../../aggregates/events';
import { watchCharge } from '../../../../commands/cashin/charge/watch-charge';
import { time } from '../../../../packages/testing/src/samples/sample-data';
import { event } from '../../../../packages/testing/src/samples/sample-events';
import { failed } from '../../../doubles/scripted-provider';
import { cashing, PAID, type Script, step } from '../cashing';

const SINCE_MS = Date.parse(time(11));

const watching = async (script: Script, ...history: readonly LedgerEvent[]) => {
  const world = await cashing(script, ...PAID, ...history);
  world.at(62);
  const watch = (causeEventId = 'cause1') => watchCharge(world.deps)({ ...step, causeEventId, sinceMs: SINCE_MS });
  return { ...world, watch };
};

test.each([
  ['UNAVAILABLE', 'sandbox'],
  ['NOT_FOUND', 'live'],
] as const)('keeps a dispute open when its charge is %s in %s mode', async (kind, mode) => {
  const script = { mode, created: { mode }, get: [failed(kind)] };
  const { watch, since } = await watching(script, event('DisputeOpened'));
  expect(await watch()).toEqual({ askAgainAtMs: SINCE_MS + 60_000 });
  expect(await since()).toEqual([]);
});

test('closes an open dispute whose charge the simulator lost, and keeps a decided one', async () => {
  const lost = [event('DisputeOpened', { amountCents: '1' }), event('DisputeLost', { amountCents: '1' })];
  const open = event('DisputeOpened', { disputeId: 'dispute2', amountCents: '14999' });
  const { watch, told } = await watching({ get: [failed('NOT_FOUND')] }, ...lost, open);
  await watch();
  await watch('cause2');
  const events = await told();
  expect(events.map(({ type }) => type)).toEqual(['DisputeWon']);
  expect(events[0]?.data).toMatchObject({ disputeId: 'dispute2', endToEndId: 'E1', amountCents: '14999' });
});

test('completes a cash-in that the closed dispute held, where the partner delivers', async () => {
  const created = { deliveryMode: 'PARTNER', deliveryProvider: null } as const;
  const script = { created, get: [failed('NOT_FOUND')] };
  const { watch, since } = await watching(script, event('DisputeOpened'));
  await watch();
  expect(await since()).toEqual(['DisputeWon', 'CashinCompleted']);
});
