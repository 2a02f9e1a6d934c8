import type { PreparedRedemption } from '../../../../commands/ports/providers/pegged-redemption';
import { debit } from '../../../../packages/testing/src/samples/sample-withdrawal-data';
import { failed } from '../../../doubles/scripted-provider';
import { ok, type RedemptionScript, redemptionIs } from '../../../doubles/scripted-redemption';
import { opened } from '../redeeming';

const MINUTE_MS = 60_000;

const first: PreparedRedemption = { txid: '0xe1', nonce: '7', order: 'signed' };
const dearer: PreparedRedemption = { txid: '0xe2', nonce: '7', order: 'signed for more' };

/** Sent, and in no block. */
const stuck = async (script: RedemptionScript) => {
  const world = await opened({ redeem: [redemptionIs('PENDING')], get: [redemptionIs('PENDING')], ...script });
  await world.send();
  const sentIds = () => world.scripted.sent.map(({ txid }) => txid);
  return { ...world, sentIds };
};

test('replaces a stuck debit at its own nonce, and records the replacement before the sending', async () => {
  const world = await stuck({ prepare: [ok(first), ok(dearer)] });
  await world.resolve(2 * MINUTE_MS);
  expect(world.sentIds()).toEqual(['0xe1']);
  await world.resolve(3 * MINUTE_MS);
  expect(world.sentIds()).toEqual(['0xe1', '0xe2']);
  expect(await world.ofWithdrawal()).toEqual(['WithdrawalRequested', 'RedemptionSent', 'RedemptionSent']);
});

test('settles by either of the two transactions', async () => {
  const world = await stuck({
    prepare: [ok(first), ok(dearer)],
    get: [redemptionIs('PENDING'), redemptionIs('SETTLED', { debit: { ...debit, txid: '0xe1' } })],
  });
  await world.resolve(3 * MINUTE_MS);
  expect(await world.resolve(4 * MINUTE_MS)).toBe('done');
  expect((await world.ofWithdrawal()).at(-1)).toBe('RedemptionSettled');
});

test.each([
  ['at another nonce', ok({ ...dearer, nonce: '8' })],
  ['by the key alone', ok({ ...dearer, nonce: null })],
])('makes no replacement %s, because both transactions could happen', async (_where, other) => {
  const world = await stuck({ prepare: [ok(first), other] });
  await world.resolve(3 * MINUTE_MS);
  expect(world.sentIds()).toEqual(['0xe1']);
  expect(await world.ofWithdrawal()).toEqual(['WithdrawalRequested', 'RedemptionSent']);
});

test('sends an unchanged order again without an event', async () => {
  const world = await stuck({ prepare: [ok(first)] });
  await world.resolve(3 * MINUTE_MS);
  expect(world.sentIds()).toEqual(['0xe1', '0xe1']);
  expect(await world.ofWithdrawal()).toEqual(['WithdrawalRequested', 'RedemptionSent']);
});

test.each([
  ['a refusal', failed('REJECTED', 'INSUFFICIENT_FUNDS')],
  ['an adapter that throws', new Error('bug')],
])('keeps the withdrawal open after %s to prepare it again', async (_name, answer) => {
  const world = await stuck({ prepare: [ok(first), answer] });
  expect(await world.resolve(3 * MINUTE_MS)).not.toBe('done');
  expect(await world.ofWithdrawal()).toEqual(['WithdrawalRequested', 'RedemptionSent']);
});
