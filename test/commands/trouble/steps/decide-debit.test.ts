import type { FoundDebit } from '../../../../aggregates/withdrawal/events';
import { redemptionKeyOf } from '../../../../commands/handling/deterministic-ids';
import type { PeggedRedemptions } from '../../../../commands/ports/providers/pegged-redemption';
import { decide as decideStep } from '../../../../commands/trouble/decide';
import { recordRefund } from '../../../../commands/trouble/record-refund';
import { recordRedemption } from '../../../../commands/withdrawal/redemption/record-redemption';
import { giveBack } from '../../../../commands/withdrawal/redemption/resolve-redemption';
import { withdrawalIn } from '../../../../commands/withdrawal/redemption/send-redemption';
import { event } from '../../../../packages/testing/src/samples/sample-events';
import { debit } from '../../../../packages/testing/src/samples/sample-withdrawal-data';
import { happenedIn, typesOf } from '../../../core';
import { failed } from '../../../doubles/scripted-provider';
import { ok, type RedemptionScript, redemptionIs, scriptedRedemption } from '../../../doubles/scripted-redemption';
import { asked } from '../../operator/asked';
import { opened, WALLET_STREAM } from '../../withdrawal/redeeming';
import { taken } from '../words';

const HOUR_MS = 3_600_000;
const partial = { ...debit, amountBaseUnits: '99000000000000000000' };
const found: FoundDebit = { txid: '0xe1', assetId: 301, amountBaseUnits: partial.amountBaseUnits };
const another = { ...found, txid: '0xe9' };
const saysPartial = redemptionIs('SETTLED', { debit: partial });
const saysDebit = redemptionIs('SETTLED', { debit });
const PENDING = redemptionIs('PENDING');
const REVERTED = redemptionIs('FAILED', { failure: 'REVERTED' });
const AWAY = failed('UNAVAILABLE');
const UNTOLD = failed('UNKNOWN', 'PROTOCOL');

type Asked = NonNullable<RedemptionScript['get']>[number] | Pick<PeggedRedemptions, 'named'>;
const gone = { named: () => null };
const foreign = {
  named: () => ({ ...scriptedRedemption({ get: [failed('NOT_FOUND')] }).redemption, partnerId: 'another' }),
};

/** Events of the withdrawal before operators say anything of it. */
const BEFORE = { UNSENT: 1, SENT: 2, CONTRADICTED: 3 } as const;
type Stage = keyof typeof BEFORE;

/** The debit was sent at noon, or not; hours later its redemption answers this. */
const deciding = async (stage: Stage, answer: Asked, hours = 3, script: RedemptionScript = {}) => {
  const says = 'named' in answer ? [failed('NOT_FOUND')] : [answer];
  const get = stage === 'CONTRADICTED' ? [saysPartial, ...says] : says;
  const world = await opened({ redeem: [PENDING], get, ...script });
  if (stage !== 'UNSENT') await world.send();
  if (stage === 'CONTRADICTED') await world.resolve(250);
  if (hours > 0) world.at(hours * HOUR_MS);
  const deps = { ...world.deps, ...('named' in answer ? { redemptions: answer } : {}) };
  const decide = (by: string, debited: FoundDebit | null = null, mayPropose = true, paymentId = 'wd1') =>
    decideStep(deps)({ paymentId, outcome: taken(debited), by, mayPropose }, asked(deps));
  const both = async (word: FoundDebit | null = null) => [await decide('ana', word), await decide('bob', word)];
  const since = async () => (await world.ofWithdrawal()).slice(BEFORE[stage]);
  return { ...world, decide, both, since };
};

const refused = (message: string) => ({
  rejection: { code: 'WRONG_STATE', message: expect.stringContaining(message) as string },
});

const DECIDED = ['RedemptionDecisionProposed', 'RedemptionDecided'];
const ENDED = [...DECIDED, 'RedemptionFailed', 'WithdrawalFailed'];
const OWED = [...DECIDED, 'WithdrawalFailed', 'RefundDue'];

describe('the decision of two operators to end a withdrawal', () => {
  test.each<[Stage, string, Asked, FoundDebit | null, number]>([
    ['UNSENT', 'is configured no more', gone, null, 0],
    ['UNSENT', 'serves another partner', foreign, null, 0],
    ['UNSENT', 'has nothing of it', failed('NOT_FOUND'), null, 3],
    ['UNSENT', 'is away', AWAY, null, 3],
    ['UNSENT', 'says that no debit came of it', redemptionIs('FAILED', { failure: 'REFUSED' }), null, 3],
    ...[null, found].flatMap((word): [Stage, string, Asked, FoundDebit | null, number][] => [
      ['SENT', 'cannot tell', UNTOLD, word, 3],
      ['SENT', 'is away', AWAY, word, 3],
      ['SENT', 'refuses the question', failed('REJECTED', 'AUTH'), word, 3],
      ['SENT', 'ends in an error', new Error('socket hang up'), word, 3],
      ['SENT', 'is configured no more', gone, word, 3],
    ]),
    ['CONTRADICTED', 'says so too', REVERTED, null, 3],
    ['CONTRADICTED', 'is away', AWAY, null, 3],
    ['CONTRADICTED', 'says so too', saysPartial, found, 3],
    ['CONTRADICTED', 'knows nothing of it', failed('NOT_FOUND'), found, 3],
  ])('%s, where its redemption %s', async (stage, _what, ...[answer, word, hours]) => {
    const { deps, decide, both, since, ofWallet } = await deciding(stage, answer, hours);
    expect([await decide('ana', word), ...(await both(word))]).toEqual(['PROPOSED', 'PROPOSED', 'DECIDED']);
    expect(await since()).toEqual(word === null ? ENDED : OWED);
    expect((await ofWallet()).at(-1)).toBe('BalanceReleased');
    expect(await typesOf(deps.eventStore, 'foundTransfer-ethereum:e1')).toEqual(
      word === null ? [] : ['FoundTransferClaimed'],
    );
  });

  test('owes back the taken amount, and records its refund', async () => {
    const { deps, both, since } = await deciding('CONTRADICTED', saysPartial);
    await both(found);
    const [failure, due] = (await deps.eventStore.readStream('withdrawal-wd1')).slice(-2);
    expect(failure?.data).toMatchObject({ reasonCode: 'DECIDED_UNPAID', refundDue: true });
    expect(due?.data).toMatchObject({ to: '0xcc', assetId: 301, amountBaseUnits: partial.amountBaseUnits });
    const transfer = { network: 'ethereum', txid: `0x${'5f'.repeat(32)}`, assetId: 301, to: '0xcccccccc' };
    const moved = { ...transfer, amountBaseUnits: partial.amountBaseUnits, transferredAt: deps.clock.iso() };
    expect(await recordRefund(deps)({ paymentId: 'wd1', transfer: moved, due: null }, asked(deps))).toBe(true);
    expect((await since()).at(-1)).toBe('RefundRecorded');
  });

  test('releases the reservation once after a crash in between', async () => {
    const { deps, both, ofWallet } = await deciding('CONTRADICTED', AWAY);
    await both(found);
    await giveBack(deps)({ stream: 'withdrawal-wd1', causeEventId: 'crash' });
    expect((await ofWallet()).filter((type) => type === 'BalanceReleased')).toHaveLength(1);
  });
});

describe('a refused decision', () => {
  test.each<[Stage, string, Asked, FoundDebit | null, string, readonly string[]]>([
    ['UNSENT', 'is on its way', PENDING, null, 'PENDING', []],
    ['UNSENT', 'is final', saysDebit, null, '0xe1 took', []],
    ['UNSENT', 'cannot have happened', gone, found, 'No debit order', []],
    ['SENT', 'is on its way', PENDING, null, 'no decision is possible', []],
    ['SENT', 'is settled', saysDebit, null, 'no decision is possible', ['RedemptionSettled']],
    ['SENT', 'is not known, and is sent again', failed('NOT_FOUND'), null, 'no decision is possible', []],
    ['SENT', 'is on its way', PENDING, found, 'no decision is possible', []],
    ['SENT', 'failed', REVERTED, found, 'no decision is possible', ['RedemptionFailed', 'WithdrawalFailed']],
    ['CONTRADICTED', 'took something', saysPartial, null, '99000000000000000000 base units', []],
    ['CONTRADICTED', 'is on its way', PENDING, null, 'PENDING', []],
    ['CONTRADICTED', 'has another key', redemptionIs('PENDING', { redemptionKey: 'other' }), null, 'PENDING', []],
    ['CONTRADICTED', 'is not known, and is sent again', failed('NOT_FOUND'), null, 'knows no debit', []],
    ['CONTRADICTED', 'is sent again, and is not this', failed('NOT_FOUND'), another, 'may send it again', []],
    ['CONTRADICTED', 'is sound', saysDebit, null, '0xe1 took', ['RedemptionSettled']],
    ['CONTRADICTED', 'has another amount', saysPartial, { ...found, amountBaseUnits: '1' }, 'sandbox reports', []],
    ['CONTRADICTED', 'has another asset', saysPartial, { ...found, assetId: 302 }, 'sandbox reports', []],
    ['CONTRADICTED', 'is another transaction', saysPartial, another, 'sandbox reports', []],
    ['CONTRADICTED', 'failed', REVERTED, found, 'sandbox reports', []],
    ['CONTRADICTED', 'is on its way', PENDING, found, 'sandbox reports', []],
  ])('%s, where its redemption says that the debit %s', async (stage, _what, ...[answer, word, why, told]) => {
    const { decide, since } = await deciding(stage, answer);
    await expect(decide('ana', word)).rejects.toMatchObject(refused(why));
    expect(await since()).toEqual(told);
  });

  test.each<[Stage, Asked, readonly (FoundDebit | null)[], string]>([
    ['UNSENT', failed('NOT_FOUND'), [null], '2 h later'],
    ['SENT', gone, [null, found], '2 h later'],
    ['SENT', UNTOLD, [null], 'less than 2 h ago'],
    ['CONTRADICTED', AWAY, [null, found], 'does not answer'],
  ])('%s, within two hours', async (stage, answer, words, why) => {
    const { decide, since } = await deciding(stage, answer, 1);
    for (const word of words) await expect(decide('ana', word)).rejects.toMatchObject(refused(why));
    expect(await since()).toEqual([]);
  });

  test('names a debit that is settled for another withdrawal', async () => {
    const { deps, decide } = await deciding('CONTRADICTED', AWAY);
    await decide('ana', another);
    const other = { ...debit, txid: '0xe9', debitId: 'ethereum:0xe9:0' } as const;
    await happenedIn(deps.eventStore, WALLET_STREAM, event('PeggedDebitSettled', { withdrawId: 'wd2', debit: other }));
    for (const by of ['ana', 'bob'])
      await expect(decide(by, another)).rejects.toMatchObject(refused('another withdrawal'));
    expect(deps.signedOrders.abandoned).toEqual([]);
  });

  test('names an impossible debit or an unknown withdrawal', async () => {
    const { decide } = await deciding('CONTRADICTED', AWAY);
    await expect(decide('ana', { ...found, txid: '' })).rejects.toHaveProperty('rejection.code', 'VALIDATION_ERROR');
    const less = decide('ana', { ...found, amountBaseUnits: '-1' });
    await expect(less).rejects.toHaveProperty('rejection.code', 'VALIDATION_ERROR');
    await expect(decide('ana', null, true, 'wd9')).rejects.toHaveProperty('rejection.code', 'WITHDRAW_NOT_FOUND');
  });

  test('comes from an approver who decides first, or whose decision differs', async () => {
    const { decide, since } = await deciding('CONTRADICTED', AWAY);
    await expect(decide('eva', null, false)).rejects.toMatchObject(refused('No operator has proposed'));
    await decide('ana', found);
    await expect(decide('eva', null, false)).rejects.toMatchObject(refused('No operator has proposed'));
    expect(await decide('bob')).toBe('PROPOSED');
    expect(await decide('eva', null, false)).toBe('DECIDED');
    expect((await since()).slice(-2)).toEqual(['RedemptionFailed', 'WithdrawalFailed']);
  });
});

describe('a debit that appears after the decision', () => {
  test.each<Stage>(['UNSENT', 'SENT', 'CONTRADICTED'])('is an alarm, and operators give it back: %s', async (stage) => {
    const { deps, decide, both, since } = await deciding(stage, gone);
    await both();
    await expect(decide('ana', found)).rejects.toMatchObject(refused('has not contradicted itself'));
    deps.alerts.length = 0;
    const state = await withdrawalIn(deps.eventStore, 'withdrawal-wd1');
    if (state.status !== 'FAILED' || state.redemptionKey === null) throw new Error('it has not failed by a key');
    const outcome = { kind: 'SETTLED', redemptionKey: state.redemptionKey, debit } as const;
    await recordRedemption(deps)({ facts: state.facts, outcome, causeEventId: 'late' });
    expect([(await since()).at(-1), deps.alerts.length]).toEqual(['RedemptionContradicted', 1]);
    const word = { ...found, amountBaseUnits: debit.amountBaseUnits };
    expect(await both(word)).toEqual(['PROPOSED', 'DECIDED']);
    expect((await since()).at(-1)).toBe('RefundDue');
  });

  test('raises one alarm when operators have found another debit', async () => {
    const { deps, both, since } = await deciding('CONTRADICTED', AWAY);
    await both(another);
    const state = await withdrawalIn(deps.eventStore, 'withdrawal-wd1');
    if (state.status !== 'UNPAID') throw new Error('no debit was decided');
    const outcome = { kind: 'SETTLED', redemptionKey: 'key1', debit } as const;
    deps.alerts.length = 0;
    for (const causeEventId of ['late', 'later'])
      await recordRedemption(deps)({ facts: state.facts, outcome, causeEventId });
    expect((await since()).slice(-2)).toEqual(['RefundDue', 'RedemptionContradicted']);
    expect(deps.alerts).toHaveLength(1);
  });
});

describe('the second decision', () => {
  test.each([
    ['nothing was taken', null, null],
    ['another transaction took it', another, '0xe9'],
  ])('abandons the signed order, unlike the first decision: %s', async (_what, word, happened) => {
    const { deps, decide } = await deciding('CONTRADICTED', AWAY);
    await decide('ana', word);
    expect(deps.signedOrders.abandoned).toEqual([]);
    await decide('bob', word);
    const order = { purpose: 'REDEMPTION', redemptionKey: redemptionKeyOf('wd1') };
    expect(deps.signedOrders.abandoned).toEqual([{ order, happened }]);
  });

  test('stops a debit that was unsent before', async () => {
    const { both, send, scripted, since } = await deciding('UNSENT', failed('NOT_FOUND'));
    await both();
    expect(await send()).toBe('done');
    expect([scripted.sent, await since()]).toEqual([[], ENDED]);
  });

  const signed = (txid: string) => ok({ txid, nonce: '7', order: `signed as ${txid}` });

  test.each<[string, RedemptionScript, 'get' | 'prepare']>([
    ['what has not arrived is not sent again', { get: [failed('NOT_FOUND')] }, 'get'],
    ['what is stuck is not sent again', { get: [PENDING] }, 'prepare'],
    [
      'nothing takes the place of what is stuck',
      { get: [PENDING], prepare: [signed('0xe1'), signed('0xe2')] },
      'prepare',
    ],
  ])('%s by a worker that had asked before', async (_what, script, question) => {
    const { both, scripted, resolve, since } = await deciding('SENT', gone, 0, script);
    const ask = scripted.redemption[question] as (...asking: unknown[]) => Promise<never>;
    const late = async (...asking: unknown[]): Promise<never> => {
      await both();
      return ask(...asking);
    };
    jest.spyOn(scripted.redemption, question).mockImplementationOnce(late);
    expect(await resolve(3 * HOUR_MS)).toBe('done');
    expect(scripted.sent.map(({ txid }) => txid)).toEqual(['0xe1']);
    expect(await since()).toEqual(ENDED);
  });
});
