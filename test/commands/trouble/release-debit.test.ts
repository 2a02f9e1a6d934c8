import { providerKeyOf } from '../../../commands/handling/deterministic-ids';
import type { Payout } from '../../../commands/ports/providers/payout-provider';
import type { Result } from '../../../commands/ports/providers/result';
import { release as releasePayment } from '../../../commands/trouble/release';
import { time } from '../../../packages/testing/src/samples/sample-data';
import { happened } from '../../core';
import { about, failed, payout, scriptedProvider } from '../../doubles/scripted-provider';
import { type RedemptionScript, redemptionIs } from '../../doubles/scripted-redemption';
import { asked } from '../operator/asked';
import { opened, step } from '../withdrawal/redeeming';

const heldByLoss = async (script: RedemptionScript, knows: Result<Payout> = failed('NOT_FOUND')) => {
  const world = await opened(script);
  const { deps } = world;
  const data = { withdrawId: 'wd1', heldAt: time(81), lostSince: time(70) };
  await happened(deps.eventStore, { type: 'PayoutHeld', data });
  const { provider } = scriptedProvider();
  const get: typeof provider.get = async (_call, { idempotencyKey: key }) =>
    key === providerKeyOf('wd1', 1) ? about(key, knows) : failed('NOT_FOUND');
  const releasing = { ...deps, everyPayoutProvider: [{ ...provider, get }] };
  const release = (id = 'wd1') => releasePayment(releasing)(id, asked(deps));
  return { ...world, release, since: async () => (await world.ofWithdrawal()).slice(2) };
};

test('sends no debit after a loss before its release', async () => {
  const world = await heldByLoss({ redeem: [redemptionIs('PENDING')], get: [failed('NOT_FOUND')] });
  expect(await world.send()).toEqual({ askAgainAtMs: world.deps.clock.now() + 60_000 });
  expect([world.scripted.sent, await world.ofWallet()]).toEqual([[], ['BalanceReserved']]);
  expect(await world.release()).toEqual({ outcome: 'RELEASED' });
  expect(await world.send()).toBe('done');
  const released = ['PayoutReleased', 'PayoutReleased', 'RedemptionSent'];
  expect([world.scripted.sent.length, await world.since()]).toEqual([1, released]);
  expect(await world.release()).toEqual({ outcome: 'UNCHANGED' });
});

test('keeps a known payout held until its debit is settled', async () => {
  const world = await heldByLoss({ redeem: [redemptionIs('PENDING')], get: [failed('NOT_FOUND')] }, payout('SETTLED'));
  expect(await world.release()).toEqual({ outcome: 'DEBIT_RELEASED' });
  await expect(world.release()).rejects.toMatchObject({ rejection: { code: 'WRONG_STATE' } });
  expect(await world.since()).toEqual(['PayoutReleased']);
});

test('releases a debit that the redemption knows, because its key stays the same', async () => {
  const world = await heldByLoss({ get: [redemptionIs('PENDING')] });
  expect(await world.release()).toEqual({ outcome: 'RELEASED' });
});

test.each([
  ['does not answer', failed('UNAVAILABLE'), 'does not answer (UNAVAILABLE)'],
  ['ends in an error', new Error('bug'), 'does not answer'],
  ['answers about another key', redemptionIs('PENDING', { redemptionKey: 'another' }), 'does not answer (UNKNOWN)'],
])('keeps the hold when the redemption %s', async (_what, answer, why) => {
  const world = await heldByLoss({ get: [answer] });
  const message = expect.stringContaining(why) as string;
  await expect(world.release()).rejects.toMatchObject({ rejection: { code: 'WRONG_STATE', message } });
  expect(await world.since()).toEqual([]);
});

test('keeps the hold when the redemption is not configured', async () => {
  const { deps, since } = await heldByLoss({});
  const releasing = { ...deps, redemptions: { named: () => null } };
  const release = releasePayment(releasing)('wd1', asked(deps));
  await expect(release).rejects.toMatchObject({ rejection: { code: 'WRONG_STATE' } });
  expect([step.stream, await since()]).toEqual(['withdrawal-wd1', []]);
});
