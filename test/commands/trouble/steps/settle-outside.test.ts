import type { WithdrawalEvent } from '../../../../aggregates/withdrawal/events';
import { redemptionKeyOf } from '../../../../commands/handling/deterministic-ids';
import { decide as decideStep } from '../../../../commands/trouble/decide';
import { explainWithdrawal } from '../../../../commands/withdrawal/explain-withdrawal';
import { event } from '../../../../packages/testing/src/samples/sample-events';
import { debit } from '../../../../packages/testing/src/samples/sample-withdrawal-data';
import { core, happened, typesOf } from '../../../core';
import { failed } from '../../../doubles/scripted-provider';
import { type RedemptionScript, redemptionIs, scriptedRedemption } from '../../../doubles/scripted-redemption';
import { asked } from '../../operator/asked';

const shared = (type: 'PayoutRequested' | 'PayoutDispatched' | 'PayoutSettled') =>
  event(type, { withdrawId: 'wd1' } as never) as unknown as WithdrawalEvent;

const debited = [event('WithdrawalRequested'), event('RedemptionSent'), event('RedemptionSettled')] as const;
const paid = [shared('PayoutRequested'), shared('PayoutDispatched'), shared('PayoutSettled')] as const;
const completed = [...debited, ...paid, event('WithdrawalCompleted')] as const;
const gone = event('RedemptionContradicted', { detail: 'gone' });
const RECEIPT = 'E0000000020261122103000000000001';

const settling = async (history: readonly WithdrawalEvent[], ...get: NonNullable<RedemptionScript['get']>) => {
  const deps = { ...core(), redemptions: scriptedRedemption({ get }).redemptions };
  await happened(deps.eventStore, ...history);
  const settle = (by: string, { settledBy = RECEIPT, mayPropose = true, withdrawId = 'wd1' } = {}) =>
    decideStep(deps)({ paymentId: withdrawId, outcome: { how: 'MADE_GOOD', settledBy }, by, mayPropose }, asked(deps));
  const since = async () => (await typesOf(deps.eventStore, 'withdrawal-wd1')).slice(history.length);
  return { deps, settle, since };
};

const refused = (code: string) => ({ rejection: { code } });

const contradicted = [...completed, gone] as const;

describe('the loss of a debit that is missing after its withdrawal was paid', () => {
  test.each([
    ['knows nothing of it', failed('NOT_FOUND')],
    ['is away', failed('UNAVAILABLE')],
    ['says that it was displaced', redemptionIs('FAILED', { failure: 'DROPPED' })],
    ['tells of another one', redemptionIs('SETTLED', { debit: { ...debit, debitId: 'ethereum:0xe9:0' } })],
  ])('is settled by two operators when its redemption %s', async (_what, answer) => {
    const { deps, settle, since } = await settling(contradicted, answer);
    const explained = explainWithdrawal(deps);
    expect((await explained('wd1')).because).toContain('contradicted itself (gone)');
    expect([await settle('ana'), await settle('ana'), await settle('bob')]).toEqual([
      ...['PROPOSED', 'PROPOSED', 'DECIDED'],
    ]);
    expect(await since()).toEqual(['RedemptionDecisionProposed', 'RedemptionDecided']);
    const order = { purpose: 'REDEMPTION', redemptionKey: redemptionKeyOf('wd1') };
    expect(deps.signedOrders.abandoned).toEqual([{ order, happened: null }]);
    const last = (await deps.eventStore.readStream('withdrawal-wd1')).at(-1);
    expect(last?.data).toMatchObject({ debited: null, settledBy: RECEIPT, proposedBy: 'ana', decidedBy: 'bob' });
    const after = await explained('wd1');
    expect([after.status, after.because]).toEqual(['COMPLETED', expect.not.stringContaining('contradicted')]);
    expect(deps.alerts).toEqual([]);
    await expect(settle('ana')).rejects.toMatchObject(refused('WRONG_STATE'));
  });

  test('is not settled while the debit exists', async () => {
    const { settle, since } = await settling(contradicted, redemptionIs('SETTLED', { debit }));
    await expect(settle('ana')).rejects.toMatchObject(refused('WRONG_STATE'));
    expect(await since()).toEqual([]);
  });

  test('is settled only when both operators name the same settlement and know every contradiction', async () => {
    const { deps, settle, since } = await settling(contradicted, failed('NOT_FOUND'));
    await settle('ana');
    expect(await settle('bob', { settledBy: 'case-7' })).toBe('PROPOSED');
    await expect(settle('eva', { mayPropose: false })).rejects.toMatchObject(refused('WRONG_STATE'));
    await happened(deps.eventStore, event('RedemptionContradicted', { detail: 'gone again' }));
    expect(await settle('ana', { settledBy: 'case-7' })).toBe('PROPOSED');
    expect(await settle('eva', { settledBy: 'case-7', mayPropose: false })).toBe('DECIDED');
    expect((await since()).at(-1)).toBe('RedemptionDecided');
  });

  test('ends the contradictions before it, but no later one', async () => {
    const { deps, settle } = await settling(contradicted, failed('NOT_FOUND'));
    await settle('ana');
    await settle('bob');
    const history = await deps.eventStore.readStream('withdrawal-wd1');
    expect(history.at(-1)?.type).toBe('RedemptionDecided');
    await happened(deps.eventStore, gone);
    expect(await settle('ana')).toBe('PROPOSED');
  });
});

test.each<[string, readonly WithdrawalEvent[]]>([
  ['in no contradiction', completed],
  ['not paid yet, and in none', debited],
  ['not debited yet', [event('WithdrawalRequested'), event('RedemptionSent'), gone]],
])('is refused for a withdrawal that is %s', async (_what, history) => {
  const { settle, since } = await settling(history, failed('NOT_FOUND'));
  await expect(settle('ana')).rejects.toMatchObject(refused('WRONG_STATE'));
  expect(await since()).toEqual([]);
});

test('refuses a settlement without a reference, and an unknown withdrawal', async () => {
  const { settle } = await settling(contradicted, failed('NOT_FOUND'));
  await expect(settle('ana', { settledBy: 'see mail' })).rejects.toMatchObject(refused('VALIDATION_ERROR'));
  await expect(settle('ana', { withdrawId: 'wd9' })).rejects.toMatchObject(refused('WITHDRAW_NOT_FOUND'));
});
