import { expireCashout } from '../../commands/expire-cashout';
import { matchDeposit } from '../../commands/match-deposit';
import { core, eventsOf, happened, typesOf } from '../core';
import { time } from '../sample-data';
import { event } from '../sample-events';

const input = { intentId: 'cid1', cause: 'WATERMARK' } as const;

const withIntent = async (afterMs: number) => {
  const deps = core();
  await happened(deps.eventStore, event('CashoutIntentCreated'));
  deps.clock.advance(afterMs);
  return deps;
};

test('what nobody paid ends, once, and says why', async () => {
  const deps = await withIntent(340_000);
  await Promise.all([expireCashout(deps)(input), expireCashout(deps)({ ...input, cause: 'GRACE' })]);
  await expireCashout(deps)(input);
  const [, expired, ...more] = await eventsOf(deps.eventStore, 'cashout-cid1');
  expect([expired, more]).toEqual([event('CashoutExpired', { expiredAt: time(340) }), []]);
});

test('not before its time', async () => {
  const deps = await withIntent(299_999);
  await expireCashout(deps)(input);
  expect(await typesOf(deps.eventStore, 'cashout-cid1')).toEqual(['CashoutIntentCreated']);
});

test.each([
  true,
  false,
])('expiry and acceptance race, and exactly one wins (expiry starts first: %s)', async (expiryIsFirst) => {
  const deps = await withIntent(340_000);
  await happened(deps.eventStore, event('DepositObserved'), event('DepositFinalised'));
  const proposal = { verdict: 'MATCH', depositId: 'ethereum:0xd1:0', intentId: 'cid1', causeEventId: 'c' } as const;
  const runs = [() => expireCashout(deps)(input), () => matchDeposit(deps)(proposal)];
  await Promise.all((expiryIsFirst ? runs : runs.reverse()).map((run) => run()));
  const [, winner, ...more] = await typesOf(deps.eventStore, 'cashout-cid1');
  const last = (await typesOf(deps.eventStore, 'deposit-ethereum:0xd1:0')).at(-1);
  expect(more).toEqual([]);
  expect([
    ['CashoutExpired', 'DepositReleased'],
    ['DepositAccepted', 'DepositMatched'],
  ]).toContainEqual([winner, last]);
});

test('after acceptance there is nothing to expire', async () => {
  const deps = await withIntent(340_000);
  await happened(deps.eventStore, event('DepositAccepted'));
  await expireCashout(deps)(input);
  expect(await typesOf(deps.eventStore, 'cashout-cid1')).toEqual(['CashoutIntentCreated', 'DepositAccepted']);
});
