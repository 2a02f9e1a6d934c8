import type { PeggedDebit } from '../../../../aggregates/pegged-balance/events';
import type { FoundDebit } from '../../../../aggregates/withdrawal/events';
import { redemptionKeyOf } from '../../../../commands/handling/deterministic-ids';
import { decide as decideStep } from '../../../../commands/trouble/decide';
import { recordRefund } from '../../../../commands/trouble/record-refund';
import { recordRedemption } from '../../../../commands/withdrawal/record-redemption';
import { giveBack } from '../../../../commands/withdrawal/resolve-redemption';
import { withdrawalIn } from '../../../../commands/withdrawal/send-redemption';
import { happenedIn } from '../../../core';
import { failed } from '../../../doubles/scripted-provider';
import { type RedemptionScript, redemptionIs } from '../../../doubles/scripted-redemption';
import { event } from '../../../samples/sample-events';
import { debit } from '../../../samples/sample-withdrawal-data';
import { asked } from '../../operator/asked';
import { opened, WALLET_STREAM } from '../../withdrawal/redeeming';
import { taken } from '../words';

const HOUR_MS = 3_600_000;
const partial: PeggedDebit = { ...debit, amountBaseUnits: '99000000000000000000' };
const found: FoundDebit = { txid: '0xe1', assetId: 301, amountBaseUnits: partial.amountBaseUnits };
const saysPartial = redemptionIs('SETTLED', { debit: partial });

/** A redemption that told of a debit of another amount, and says this after that. */
const contradicted = async (...then: NonNullable<RedemptionScript['get']>) => {
  const world = await opened({ redeem: [redemptionIs('PENDING')], get: [saysPartial, ...then] });
  await world.send();
  await world.resolve(250);
  world.at(3 * HOUR_MS);
  const decide = (by: string, debited: FoundDebit | null = null, mayPropose = true) =>
    decideStep(world.deps)({ paymentId: 'wd1', outcome: taken(debited), by, mayPropose }, asked(world.deps));
  return { ...world, decide, since: async () => (await world.ofWithdrawal()).slice(3) };
};

const refused = (message: string) => ({
  rejection: { code: 'WRONG_STATE', message: expect.stringContaining(message) as string },
});

describe('two operators say that nothing was taken', () => {
  test.each([
    ['its redemption says so too', redemptionIs('FAILED', { failure: 'REVERTED' })],
    ['its redemption is away', failed('UNAVAILABLE')],
    ['its redemption ends in an error', new Error('socket hang up')],
  ])('the withdrawal fails, and what was promised is given back, where %s', async (_what, answer) => {
    const { decide, since, ofWallet } = await contradicted(answer);
    expect([await decide('ana'), await decide('ana'), await decide('bob')]).toEqual([
      ...['PROPOSED', 'PROPOSED', 'DECIDED'],
    ]);
    expect(await since()).toEqual([
      ...['RedemptionDecisionProposed', 'RedemptionDecided', 'RedemptionFailed', 'WithdrawalFailed'],
    ]);
    expect((await ofWallet()).at(-1)).toBe('BalanceReleased');
  });

  test.each([
    ['says that something was', saysPartial, '99000000000000000000 base units'],
    ['says that it is on its way', redemptionIs('PENDING'), 'PENDING'],
    ['says that about another key', redemptionIs('PENDING', { redemptionKey: 'another' }), 'PENDING'],
    ['has nothing of it and may be sent it again', failed('NOT_FOUND'), 'knows of no debit'],
  ])('nothing is decided where the redemption %s', async (_what, answer, why) => {
    const { decide, since } = await contradicted(answer);
    await expect(decide('ana')).rejects.toMatchObject(refused(why));
    expect(await since()).toEqual([]);
  });

  test('nor within two hours of its sending while the redemption is away', async () => {
    const { at, decide, since } = await contradicted(failed('UNAVAILABLE'));
    at(HOUR_MS);
    for (const word of [null, found])
      await expect(decide('ana', word)).rejects.toMatchObject(refused('does not answer'));
    expect(await since()).toEqual([]);
  });

  test('nor a debit of another transaction while ours may be sent again', async () => {
    const { decide, since } = await contradicted(failed('NOT_FOUND'));
    await expect(decide('ana', { ...found, txid: '0xe9' })).rejects.toMatchObject(refused('may be sent it again'));
    expect(await since()).toEqual([]);
  });

  test('the sound debit that it tells of now is settled, and nothing is decided', async () => {
    const { decide, since } = await contradicted(redemptionIs('SETTLED', { debit }));
    await expect(decide('ana')).rejects.toMatchObject(refused('0xe1 took'));
    expect(await since()).toEqual(['RedemptionSettled']);
  });
});

describe('two operators say what was taken', () => {
  test.each([
    ['its redemption says so too', saysPartial],
    ['its redemption knows nothing of it', failed('NOT_FOUND')],
  ])('it is owed back where %s, and its refund is recorded', async (_what, answer) => {
    const { deps, decide, since, ofWallet } = await contradicted(answer);
    expect([await decide('ana', found), await decide('bob', found)]).toEqual(['PROPOSED', 'DECIDED']);
    expect(await since()).toEqual([
      ...['RedemptionDecisionProposed', 'RedemptionDecided', 'WithdrawalFailed', 'RefundDue'],
    ]);
    const [failure, due] = (await deps.eventStore.readStream('withdrawal-wd1')).slice(-2);
    expect(failure?.data).toMatchObject({ reasonCode: 'DECIDED_UNPAID', refundDue: true });
    expect(due?.data).toMatchObject({ to: '0xcc', assetId: 301, amountBaseUnits: partial.amountBaseUnits });
    expect((await ofWallet()).at(-1)).toBe('BalanceReleased');
    const transfer = { network: 'ethereum', txid: `0x${'5f'.repeat(32)}`, assetId: 301, to: '0xcccccccc' };
    const moved = { ...transfer, amountBaseUnits: partial.amountBaseUnits, transferredAt: deps.clock.iso() };
    expect(await recordRefund(deps)({ paymentId: 'wd1', transfer: moved, due: null }, asked(deps))).toBe(true);
    expect((await since()).at(-1)).toBe('RefundRecorded');
  });

  test.each([
    ['of another amount', { ...found, amountBaseUnits: '1' }, saysPartial],
    ['of another asset', { ...found, assetId: 302 }, saysPartial],
    ['in another transaction', { ...found, txid: '0xe9' }, saysPartial],
    ['though it failed', found, redemptionIs('FAILED', { failure: 'REVERTED' })],
    ['though it is on its way', found, redemptionIs('PENDING')],
  ])('nothing is decided %s than the redemption says', async (_what, word, answer) => {
    const { decide, since } = await contradicted(answer);
    await expect(decide('ana', word)).rejects.toMatchObject(refused('sandbox says'));
    expect(await since()).toEqual([]);
  });

  test('a debit that is settled for another withdrawal is not owed back', async () => {
    const { deps, decide } = await contradicted(failed('UNAVAILABLE'));
    const of = { withdrawId: 'wd2', debit: { ...debit, txid: '0xe9', debitId: 'ethereum:0xe9:0' } };
    await happenedIn(deps.eventStore, WALLET_STREAM, event('PeggedDebitSettled', of));
    await expect(decide('ana', { ...found, txid: '0xe9' })).rejects.toMatchObject(refused('another withdrawal'));
  });

  test('what cannot be a debit is no word', async () => {
    const { decide } = await contradicted(failed('UNAVAILABLE'));
    for (const word of [
      { ...found, txid: '' },
      { ...found, amountBaseUnits: '-1' },
    ])
      await expect(decide('ana', word)).rejects.toMatchObject({ rejection: { code: 'VALIDATION_ERROR' } });
  });

  test('a promise is given back where a crash came between', async () => {
    const { deps, decide, ofWallet } = await contradicted(failed('UNAVAILABLE'));
    await decide('ana', found);
    await decide('bob', found);
    const step = { stream: 'withdrawal-wd1', causeEventId: 'crash' } as const;
    expect(await giveBack(deps)(step)).toBe('done');
    expect((await ofWallet()).filter((type) => type === 'BalanceReleased')).toHaveLength(1);
  });
});

test('a debit that comes to light after the failure is owed back when two operators have found it', async () => {
  const { deps, decide, since } = await contradicted(failed('UNAVAILABLE'));
  await decide('ana');
  await decide('bob');
  await expect(decide('ana', found)).rejects.toMatchObject(refused('in no contradiction'));
  const state = await withdrawalIn(deps.eventStore, 'withdrawal-wd1');
  if (state.status !== 'FAILED' || state.redemptionKey === null) throw new Error('it has not failed');
  const outcome = { kind: 'SETTLED', redemptionKey: state.redemptionKey, debit } as const;
  await recordRedemption(deps)({ facts: state.facts, outcome, causeEventId: 'late' });
  const word = { ...found, amountBaseUnits: debit.amountBaseUnits };
  expect([await decide('ana', word), await decide('bob', word)]).toEqual(['PROPOSED', 'DECIDED']);
  expect((await since()).slice(-4)).toEqual([
    ...['RedemptionContradicted', 'RedemptionDecisionProposed', 'RedemptionDecided', 'RefundDue'],
  ]);
});

test('a debit beside the one that operators have found is a contradiction with an alarm, told once', async () => {
  const { deps, decide, since } = await contradicted(failed('UNAVAILABLE'));
  await decide('ana', { ...found, txid: '0xe9' });
  await decide('bob', { ...found, txid: '0xe9' });
  const state = await withdrawalIn(deps.eventStore, 'withdrawal-wd1');
  if (state.status !== 'UNPAID') throw new Error('it was not decided');
  const late = { kind: 'SETTLED', redemptionKey: 'key1', debit } as const;
  const record = (causeEventId: string) => recordRedemption(deps)({ facts: state.facts, outcome: late, causeEventId });
  deps.alerts.length = 0;
  await record('late');
  await record('later');
  expect((await since()).slice(-2)).toEqual(['RefundDue', 'RedemptionContradicted']);
  expect(deps.alerts).toHaveLength(1);
});

test('a redemption that is not configured any more is not asked', async () => {
  const { deps, since } = await contradicted();
  const alone = { ...deps, redemptions: { named: () => null } };
  const decide = (by: string) =>
    decideStep(alone)({ paymentId: 'wd1', outcome: taken(null), by, mayPropose: true }, asked(deps));
  expect([await decide('ana'), await decide('bob')]).toEqual(['PROPOSED', 'DECIDED']);
  expect(await since()).toContain('WithdrawalFailed');
});

test('an approver is the second, and of one word alone', async () => {
  const { decide, since } = await contradicted(failed('UNAVAILABLE'));
  await expect(decide('eva', null, false)).rejects.toMatchObject(refused('Nobody has proposed'));
  await decide('ana', found);
  await expect(decide('eva', null, false)).rejects.toMatchObject(refused('Nobody has proposed'));
  expect(await decide('bob')).toBe('PROPOSED');
  expect(await decide('eva', null, false)).toBe('DECIDED');
  expect((await since()).slice(-2)).toEqual(['RedemptionFailed', 'WithdrawalFailed']);
});

test('nothing is decided of what is not there, or was sent less than two hours ago', async () => {
  const world = await opened({ redeem: [redemptionIs('PENDING')], get: [failed('UNKNOWN', 'PROTOCOL')] });
  await world.send();
  world.at(HOUR_MS);
  const decide = (withdrawId: string) =>
    decideStep(world.deps)(
      { paymentId: withdrawId, outcome: taken(null), by: 'ana', mayPropose: true },
      asked(world.deps),
    );
  await expect(decide('wd1')).rejects.toMatchObject(refused('less than 2 h ago'));
  await expect(decide('wd9')).rejects.toMatchObject({ rejection: { code: 'WITHDRAW_NOT_FOUND' } });
});

describe('what was signed for the debit', () => {
  const order = { purpose: 'REDEMPTION', redemptionKey: redemptionKeyOf('wd1') };

  test.each([
    ['nothing was taken', null, null],
    ['another transaction took it', { ...found, txid: '0xe9' }, '0xe9'],
  ])('is abandoned by the second word, that %s, and not by the first', async (_what, word, happened) => {
    const { deps, decide } = await contradicted(failed('UNAVAILABLE'));
    await decide('ana', word);
    expect(deps.signedOrders.abandoned).toEqual([]);
    await decide('bob', word);
    expect(deps.signedOrders.abandoned).toEqual([{ order, happened }]);
  });

  test('is not abandoned by a word that is refused at the end', async () => {
    const { deps, decide } = await contradicted(failed('UNAVAILABLE'));
    const word = { ...found, txid: '0xe9' };
    await decide('ana', word);
    const other = { ...debit, txid: '0xe9', debitId: 'ethereum:0xe9:0' };
    await happenedIn(deps.eventStore, WALLET_STREAM, event('PeggedDebitSettled', { withdrawId: 'wd2', debit: other }));
    await expect(decide('bob', word)).rejects.toMatchObject(refused('another withdrawal'));
    expect(deps.signedOrders.abandoned).toEqual([]);
  });
});
