import type { PeggedDebit } from '../../../../aggregates/pegged-balance/events';
import { requestPayout } from '../../../../commands/payout/request-payout';
import { giveBack, resolveRedemption } from '../../../../commands/withdrawal/redemption/resolve-redemption';
import { event } from '../../../../packages/testing/src/samples/sample-events';
import { debit } from '../../../../packages/testing/src/samples/sample-withdrawal-data';
import { happened } from '../../../core';
import { failed } from '../../../doubles/scripted-provider';
import { type RedemptionScript, redemptionIs } from '../../../doubles/scripted-redemption';
import { opened, step } from '../redeeming';

const HELD = ['BalanceReserved', 'BalanceCaptured'];

/** Sent at noon; the outcome is open. */
const sent = async (script: RedemptionScript) => {
  const world = await opened({ redeem: [redemptionIs('PENDING')], ...script });
  await world.send();
  const since = async () => (await world.ofWithdrawal()).slice(2);
  return { ...world, since };
};

describe('an answer of the redemption', () => {
  test('records the debit at SETTLED, and then owes the payout', async () => {
    const world = await sent({ get: [redemptionIs('PENDING'), redemptionIs('SETTLED', { debit })] });
    await world.resolve(250);
    await requestPayout(world.deps)(step);
    expect(await world.since()).toEqual([]);
    expect(await world.resolve(500)).toBe('done');
    expect(await world.since()).toEqual(['RedemptionSettled']);
    expect(await world.ofWallet()).toEqual([...HELD, 'PeggedDebitSettled']);
    await requestPayout(world.deps)(step);
    expect(await world.since()).toEqual(['RedemptionSettled', 'PayoutRequested']);
  });

  test.each([
    'REVERTED',
    'DROPPED',
    'REFUSED',
  ] as const)('fails the withdrawal at %s, and releases the reservation', async (failure) => {
    const world = await sent({ get: [redemptionIs('FAILED', { failure })] });
    expect(await world.resolve(250)).toBe('done');
    expect(await world.since()).toEqual(['RedemptionFailed', 'WithdrawalFailed']);
    expect(await world.ofWallet()).toEqual([...HELD, 'BalanceReleased']);
  });

  test.each([
    ['not final yet', redemptionIs('PENDING')],
    ['a refused question', failed('REJECTED', 'AUTH')],
    ['no answer', failed('UNAVAILABLE', 'TIMEOUT')],
    ['an adapter that throws', new Error('bug')],
    ['another key', redemptionIs('FAILED', { redemptionKey: 'other', failure: 'DROPPED' })],
    ['an end without a reason', redemptionIs('FAILED')],
    [
      'a debit with an enormous amount',
      redemptionIs('SETTLED', { debit: { ...debit, amountBaseUnits: '9'.repeat(79) } }),
    ],
    ['a debit of an endless transaction', redemptionIs('SETTLED', { debit: { ...debit, txid: 'e'.repeat(201) } })],
    ['a debit at no time', redemptionIs('SETTLED', { debit: { ...debit, blockTime: 'soon' } })],
  ])('holds debit and reservation at %s, and asks again', async (_name, answer) => {
    const world = await sent({ get: [answer] });
    expect(await world.resolve(250)).toEqual({ askAgainAtMs: world.deps.clock.now() + 250 });
    expect(await world.since()).toEqual([]);
    expect(await world.ofWallet()).toEqual(HELD);
  });

  const partial: PeggedDebit = { ...debit, amountBaseUnits: '99000000000000000000' };
  test.each([
    ['of less than the gross', partial],
    ['of another asset', { ...debit, assetId: 302 }],
    ['from another wallet', { ...debit, wallet: '0xdd' }],
    ['on another network', { ...debit, network: 'base' }],
    ['in a transaction that was not sent for it', { ...debit, txid: '0xe9', debitId: 'ethereum:0xe9:0' }],
  ])('contradicts once with an alarm, and holds both, for a debit %s', async (_name, wrong) => {
    const world = await sent({ get: [redemptionIs('SETTLED', { debit: wrong })] });
    await world.resolve(250);
    await world.resolve(500);
    expect(await world.since()).toEqual(['RedemptionContradicted']);
    expect(await world.ofWallet()).toEqual(HELD);
    expect(world.deps.alerts).toHaveLength(1);
  });

  test('releases no reservation after a contradiction and a refusal', async () => {
    const world = await sent({
      get: [redemptionIs('SETTLED', { debit: partial }), redemptionIs('FAILED', { failure: 'DROPPED' })],
    });
    await world.resolve(250);
    await world.resolve(500);
    expect(await world.since()).toEqual(['RedemptionContradicted']);
    expect(await world.ofWallet()).toEqual(HELD);
  });
});

describe('a debit while the final history of its network is in doubt', () => {
  const refused = { redeem: [redemptionIs('PENDING'), failed('REJECTED', 'OTHER')], get: [failed('NOT_FOUND')] };
  test.each<[string, RedemptionScript, string[]]>([
    ['a debit', { get: [redemptionIs('SETTLED', { debit })] }, ['RedemptionSettled']],
    ['a failure', { get: [redemptionIs('FAILED', { failure: 'REVERTED' })] }, ['RedemptionFailed', 'WithdrawalFailed']],
    ['a refusal of what is sent again', refused, ['RedemptionFailed', 'WithdrawalFailed']],
  ])('records %s only when the finality is reaffirmed', async (_name, script, end) => {
    const world = await sent(script);
    await happened(world.deps.eventStore, event('FinalityQuestioned'));
    expect(await world.resolve(250)).toEqual({ askAgainAtMs: world.deps.clock.now() + 250 });
    expect([await world.since(), await world.ofWallet()]).toEqual([[], HELD]);
    await happened(world.deps.eventStore, event('FinalityReaffirmed'));
    expect(await world.resolve(500)).toBe('done');
    expect(await world.since()).toEqual(end);
  });
});

test('is sent again, byte for byte, when it did not arrive', async () => {
  const world = await sent({ get: [failed('NOT_FOUND')] });
  await world.resolve(250);
  expect(world.scripted.sent).toHaveLength(2);
  expect(world.scripted.sent[1]).toEqual(world.scripted.sent[0]);
});

test('is not sent again for an erased user, and keeps the reservation', async () => {
  const world = await sent({ get: [failed('NOT_FOUND')] });
  await world.deps.vault.erase('u1');
  await world.resolve(250);
  expect(world.scripted.sent).toHaveLength(1);
  expect(await world.ofWallet()).toEqual(HELD);
});

/** The debit was settled on the wallet's stream, and the process ended before the withdrawal's own. */
const killedHalfway = async (...script: Parameters<typeof sent>) => {
  const world = await sent(...script);
  const append = world.deps.eventStore.append;
  const broken = {
    ...world.deps.eventStore,
    append: (...asked: Parameters<typeof append>) => {
      if (asked[0].startsWith('withdrawal-')) throw new Error('killed');
      return append(...asked);
    },
  };
  const dying = resolveRedemption({ ...world.deps, eventStore: broken });
  await expect(dying({ ...step, sinceMs: 0 })).rejects.toThrow('killed');
  expect([await world.since(), await world.ofWallet()]).toEqual([[], [...HELD, 'PeggedDebitSettled']]);
  return world;
};

test('continues in either stream after a crash between them', async () => {
  const world = await killedHalfway({ get: [redemptionIs('SETTLED', { debit })] });
  await world.resolve(250);
  expect(await world.since()).toEqual(['RedemptionSettled']);
});

test.each([
  ['is said to be reverted', redemptionIs('FAILED', { failure: 'REVERTED' })],
  ['is said to have been displaced', redemptionIs('FAILED', { failure: 'DROPPED' })],
  ['is not found, and refused when it is sent again', failed('NOT_FOUND')],
])('settles with an alarm when a debit was settled before a crash and then %s', async (_name, no) => {
  const redeem = [redemptionIs('PENDING'), failed('REJECTED', 'OTHER')];
  const world = await killedHalfway({ redeem, get: [redemptionIs('SETTLED', { debit }), no] });
  expect(await world.resolve(250)).toBe('done');
  expect(await world.since()).toEqual(['RedemptionSettled']);
  expect(await world.ofWallet()).toEqual([...HELD, 'PeggedDebitSettled']);
  expect(world.deps.alerts.map(({ what }) => what)).toEqual(['A redemption contradicts itself about a debit']);
});

test('releases a reservation later when a crash prevented it', async () => {
  const world = await sent({});
  await happened(world.deps.eventStore, event('RedemptionFailed'), event('WithdrawalFailed'));
  expect(await world.ofWallet()).toEqual(HELD);
  await giveBack(world.deps)(step);
  await giveBack(world.deps)(step);
  expect(await world.ofWallet()).toEqual([...HELD, 'BalanceReleased']);
});

test('asks at growing intervals, and alarms after an hour', async () => {
  const world = await sent({ get: [redemptionIs('PENDING')] });
  const at = (afterMs: number) =>
    world.resolve(afterMs).then((again) => (again === 'done' ? null : again.askAgainAtMs));
  const noon = world.deps.clock.now();
  expect([await at(0), await at(2_000), await at(8_000), await at(60_000)]).toEqual([
    ...[noon + 250, noon + 2_250, noon + 15_000, noon + 120_000],
  ]);
  expect(world.deps.alerts).toEqual([]);
  await at(3_600_001);
  expect(world.deps.alerts).toHaveLength(1);
});
