import { sendRedemption } from '../../../../commands/withdrawal/redemption/send-redemption';
import { event } from '../../../../packages/testing/src/samples/sample-events';
import { debit, withdrawalTerms } from '../../../../packages/testing/src/samples/sample-withdrawal-data';
import { asking, happened } from '../../../core';
import { failed } from '../../../doubles/scripted-provider';
import { ok, redemptionIs } from '../../../doubles/scripted-redemption';
import { opening } from '../opening';
import { opened, step, WALLET_STREAM } from '../redeeming';

test('stores an order, sealed, before the sending', async () => {
  const world = await opened({ redeem: [redemptionIs('PENDING')] });
  expect(await world.send()).toBe('done');
  expect(await world.ofWallet()).toEqual(['BalanceReserved', 'BalanceCaptured']);
  expect(await world.ofWithdrawal()).toEqual(['WithdrawalRequested', 'RedemptionSent']);
  expect(world.scripted.sent).toEqual([{ txid: '0xe1', nonce: '7', order: 'signed' }]);
  const [, sent] = await world.deps.eventStore.readStream(step.stream);
  expect(JSON.stringify(sent?.data)).not.toContain('signed');
  const order = sent?.type === 'RedemptionSent' ? sent.data.order : null;
  expect(order === null ? null : await world.deps.vault.open(order)).toBe('signed');
});

test('names the withdrawal’s own partner in the wallet’s stream, also after another partner', async () => {
  const { deps, scripted } = await opened({ redeem: [redemptionIs('PENDING')] });
  const terms = { ...withdrawalTerms, withdrawId: 'wd2', partnerId: 'p9', userId: 'u9' };
  await opening(deps)(scripted.redemption, terms, asking('wd2'));
  await sendRedemption(deps)({ ...step, stream: 'withdrawal-wd2', causeEventId: 'cause2' });
  const last = (await deps.eventStore.readStream(WALLET_STREAM)).at(-1);
  expect(last).toMatchObject({
    ...{ type: 'BalanceCaptured', data: { withdrawId: 'wd2' } },
    metadata: { $correlationId: 'wd2', partnerId: 'p9', subjectId: 'u9', mode: 'sandbox' },
  });
});

test('lets one of two workers send', async () => {
  const world = await opened({ redeem: [redemptionIs('PENDING')] });
  await Promise.all([world.send(), world.send()]);
  await world.send();
  expect(world.scripted.sent).toHaveLength(1);
});

test('fails and releases the reservation after a definite refusal before the sending', async () => {
  const world = await opened({ prepare: [failed('REJECTED', 'INSUFFICIENT_FUNDS')] });
  expect(await world.send()).toBe('done');
  expect((await world.ofWithdrawal()).slice(1)).toEqual(['RedemptionFailed', 'WithdrawalFailed']);
  expect(await world.ofWallet()).toEqual(['BalanceReserved', 'BalanceCaptured', 'BalanceReleased']);
  expect(world.scripted.sent).toEqual([]);
});

test.each([
  ['no answer', failed('UNAVAILABLE', 'TIMEOUT')],
  ['an adapter that throws', new Error('bug')],
])('asks again after %s to the preparation, and keeps the reservation', async (_name, answer) => {
  const world = await opened({ prepare: [answer] });
  expect(await world.send()).toEqual({ askAgainAtMs: world.deps.clock.now() + 2_000 });
  expect(await world.ofWithdrawal()).toEqual(['WithdrawalRequested']);
  expect(await world.ofWallet()).toEqual(['BalanceReserved', 'BalanceCaptured']);
});

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const unprepared = failed('UNAVAILABLE', 'TIMEOUT');

test('asks less often after a minute without a preparation, and alerts after an hour', async () => {
  const world = await opened({ prepare: [unprepared] });
  const waitAt = async (afterMs: number): Promise<number | null> => {
    world.at(afterMs);
    const resolved = await world.send();
    return resolved === 'done' ? null : resolved.askAgainAtMs - world.deps.clock.now();
  };
  expect([await waitAt(MINUTE_MS - 1), await waitAt(MINUTE_MS), await waitAt(HOUR_MS)]).toEqual([
    2_000, 30_000, 30_000,
  ]);
  expect(world.deps.alerts).toEqual([]);
  expect(await waitAt(HOUR_MS + 1)).toBe(30_000);
  const facts = { stream: 'withdrawal-wd1', redemption: 'sandbox', code: 'TIMEOUT' };
  const what = 'A debit could not be prepared for an hour: its withdrawal waits';
  expect(world.deps.alerts).toEqual([{ what, facts }]);
  expect(await world.ofWallet()).toEqual(['BalanceReserved', 'BalanceCaptured']);
});

test('sends a late preparation without an alarm', async () => {
  const prepared = ok({ txid: '0xe1', nonce: '7', order: 'signed' });
  const world = await opened({ prepare: [unprepared, prepared], redeem: [redemptionIs('PENDING')] });
  await world.send();
  world.at(2 * HOUR_MS);
  expect(await world.send()).toBe('done');
  expect([world.scripted.sent.length, world.deps.alerts]).toEqual([1, []]);
});

test.each([
  ['no answer', failed('UNKNOWN', 'TIMEOUT')],
  ['an adapter that throws', new Error('bug')],
  ['a word about another key', redemptionIs('FAILED', { redemptionKey: 'other', failure: 'DROPPED' })],
  ['a debit that is none', redemptionIs('SETTLED')],
  ['an unknown state', redemptionIs('GONE' as 'PENDING')],
])('holds debit and reservation after %s to the sending', async (_name, answer) => {
  const world = await opened({ redeem: [answer] });
  await world.send();
  expect((await world.ofWithdrawal()).slice(1)).toEqual(['RedemptionSent', 'RedemptionUnknown']);
  expect(await world.ofWallet()).toEqual(['BalanceReserved', 'BalanceCaptured']);
});

test('immediately settles a final debit on the wallet, then owes the payout', async () => {
  const world = await opened({ redeem: [redemptionIs('SETTLED', { debit })] });
  await world.send();
  expect((await world.ofWithdrawal()).slice(1)).toEqual(['RedemptionSent', 'RedemptionSettled']);
  expect((await world.ofWallet()).slice(1)).toEqual(['BalanceCaptured', 'PeggedDebitSettled']);
});

test('sends no order for a blocked user', async () => {
  const world = await opened({});
  await happened(world.deps.eventStore, event('UserRegistered'), event('UserBlocked'));
  expect(await world.send()).toEqual({ askAgainAtMs: world.deps.clock.now() + 60_000 });
  expect(await world.ofWallet()).toEqual(['BalanceReserved']);
});

test('fails the withdrawal of an erased user, and releases the reservation', async () => {
  const world = await opened({});
  await happened(world.deps.eventStore, event('UserRegistered'), event('SubjectErased'));
  expect(await world.send()).toBe('done');
  expect((await world.ofWithdrawal()).slice(1)).toEqual(['RedemptionFailed', 'WithdrawalFailed']);
  expect(await world.ofWallet()).toEqual(['BalanceReserved', 'BalanceReleased']);
});

test('waits without its redemption, with an alarm', async () => {
  const { deps } = await opened({});
  const redemptions = { choose: () => null, named: () => null };
  const resolved = await sendRedemption({ ...deps, redemptions })(step);
  expect(resolved).toEqual({ askAgainAtMs: deps.clock.now() + 60_000 });
  expect(deps.alerts).toHaveLength(1);
});

test('sends no order through another partner’s redemption, which lacks the allowance', async () => {
  const world = await opened({});
  const foreign = { ...world.deps.redemptions.named('sandbox', 'sandbox')!, partnerId: 'another' };
  const redemptions = { choose: () => foreign, named: () => foreign };
  const resolved = await sendRedemption({ ...world.deps, redemptions })(step);
  expect(resolved).toEqual({ askAgainAtMs: world.deps.clock.now() + 60_000 });
  expect([world.deps.alerts.length, await world.ofWallet()]).toEqual([1, ['BalanceReserved']]);
});
