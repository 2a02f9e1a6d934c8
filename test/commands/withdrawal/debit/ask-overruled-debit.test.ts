import type { PeggedDebit } from '../../../../aggregates/pegged-balance/events';
import type { FoundDebit, WithdrawalEvent } from '../../../../aggregates/withdrawal/events';
import { redemptionKeyOf } from '../../../../commands/handling/deterministic-ids';
import { askOverruledDebit } from '../../../../commands/withdrawal/debit/ask-overruled-debit';
import { event } from '../../../../packages/testing/src/samples/sample-events';
import { debit } from '../../../../packages/testing/src/samples/sample-withdrawal-data';
import { core, happened, typesOf } from '../../../core';
import { failed } from '../../../doubles/scripted-provider';
import { type RedemptionScript, redemptionIs, scriptedRedemption } from '../../../doubles/scripted-redemption';

const redemptionKey = redemptionKeyOf('wd1');
const sent = [event('WithdrawalRequested'), event('RedemptionSent', { redemptionKey })] as const;
const decided = (debited: FoundDebit | null) => event('RedemptionDecided', { redemptionKey, debited });
const failedAs = [event('RedemptionFailed', { redemptionKey }), event('WithdrawalFailed')] as const;
const notDebited = [...sent, decided(null), ...failedAs] as const;
const found: FoundDebit = { txid: '0xe9', assetId: 301, amountBaseUnits: '1' };
const byAnother = [...sent, decided(found), event('WithdrawalFailed')] as const;
const bySame = [...sent, decided({ ...found, txid: debit.txid }), event('WithdrawalFailed')] as const;
const settled = event('RedemptionSettled', { redemptionKey });
const undone = [...sent, settled, event('RedemptionContradicted', { redemptionKey, detail: 'gone' })] as const;
const ended = [...undone, decided(null), event('WithdrawalFailed')] as const;

const FIVE_MINUTES_MS = 300_000;
const step = { stream: 'withdrawal-wd1', causeEventId: 'decided1' } as const;

const overruled = async (history: readonly WithdrawalEvent[], ...get: NonNullable<RedemptionScript['get']>) => {
  const scripted = scriptedRedemption({ get });
  const deps = { ...core(), redemptions: scripted.redemptions };
  await happened(deps.eventStore, ...history);
  const ask = (redemptions: Pick<typeof deps.redemptions, 'named'> = deps.redemptions) =>
    askOverruledDebit({ ...deps, redemptions })(step);
  const since = async () => (await typesOf(deps.eventStore, 'withdrawal-wd1')).slice(history.length);
  return { deps, ask, since, scripted };
};

const there = redemptionIs('SETTLED', { redemptionKey, debit });

describe('a debit that operators decided instead of its redemption', () => {
  test.each<[string, readonly WithdrawalEvent[]]>([
    ['nothing was taken', notDebited],
    ['another transaction took it', byAnother],
    ['it was gone before its payout was sent', ended],
  ])('contradicts once with an alarm when it appears after all: they said that %s', async (_what, history) => {
    const { deps, ask, since } = await overruled(history, there);
    expect(await ask()).toEqual({ askAgainAtMs: deps.clock.now() + FIVE_MINUTES_MS });
    await ask();
    expect(await since()).toEqual(['RedemptionContradicted']);
    // At each answer: a crash between the event and its alarm leaves the alarm to the next.
    expect(new Set(deps.alerts.map(({ what }) => what))).toEqual(
      new Set(['A redemption contradicts itself about a debit']),
    );
  });

  test.each<[string, readonly WithdrawalEvent[], NonNullable<RedemptionScript['get']>[number]]>([
    ['knows nothing of it', notDebited, failed('NOT_FOUND')],
    ['is away', notDebited, failed('UNAVAILABLE')],
    ['cannot tell', notDebited, failed('UNKNOWN', 'PROTOCOL')],
    ['ends in an error', notDebited, new Error('socket hang up')],
    ['says that it was displaced', notDebited, redemptionIs('FAILED', { redemptionKey, failure: 'DROPPED' })],
    ['says so of what was settled once', ended, redemptionIs('FAILED', { redemptionKey, failure: 'DROPPED' })],
    ['says that it is on its way', notDebited, redemptionIs('PENDING', { redemptionKey })],
    ['tells of the one that they have found', bySame, there],
  ])('adds no event when its redemption %s', async (_what, history, answer) => {
    const { deps, ask, since } = await overruled(history, answer);
    expect(await ask()).toEqual({ askAgainAtMs: deps.clock.now() + FIVE_MINUTES_MS });
    expect([await since(), deps.alerts]).toEqual([[], []]);
  });

  test('adds no event and alarms when the redemption reports an impossible debit', async () => {
    const impossible: PeggedDebit = { ...debit, amountBaseUnits: '-1' };
    const { deps, ask, since } = await overruled(
      notDebited,
      redemptionIs('SETTLED', { redemptionKey, debit: impossible }),
    );
    await ask();
    expect(await since()).toEqual([]);
    expect(deps.alerts.map(({ what }) => what)).toEqual(['A redemption gave an impossible answer']);
  });

  test('waits without an alarm when its redemption is not configured', async () => {
    const { deps, ask, since } = await overruled(notDebited);
    expect(await ask({ named: () => null })).toEqual({ askAgainAtMs: deps.clock.now() + FIVE_MINUTES_MS });
    expect([await since(), deps.alerts]).toEqual([[], []]);
  });

  test('is reported only when its network is not in doubt', async () => {
    const { deps, ask, since } = await overruled(notDebited, there);
    const network = 'ethereum';
    await happened(deps.eventStore, event('FinalityQuestioned', { network }), event('FinalityViolated', { network }));
    await ask();
    expect(await since()).toEqual([]);
    await happened(deps.eventStore, event('FinalityAccepted', { network }), event('FinalityReaffirmed', { network }));
    await ask();
    expect(await since()).toEqual(['RedemptionContradicted']);
  });

  test.each<[string, readonly WithdrawalEvent[], string | null]>([
    ['nothing was taken', notDebited, null],
    ['another transaction took it', byAnother, '0xe9'],
  ])('is abandoned again in a book that does not know that %s', async (_what, history, happened) => {
    const { deps, ask } = await overruled(history, failed('NOT_FOUND'));
    await ask();
    expect(deps.signedOrders.abandoned).toEqual([{ order: { purpose: 'REDEMPTION', redemptionKey }, happened }]);
  });

  test('is tried again while the book is unreachable', async () => {
    const { deps, since } = await overruled(notDebited, there);
    const abandon = async () => Promise.reject(new Error('the database is away'));
    await expect(askOverruledDebit({ ...deps, signedOrders: { abandon } })(step)).rejects.toThrow('is away');
    expect(await since()).toEqual([]);
    await askOverruledDebit(deps)(step);
    expect(await since()).toEqual(['RedemptionContradicted']);
  });

  test('is asked about with every order that was sent for it', async () => {
    const { ask, scripted } = await overruled(notDebited, failed('NOT_FOUND'));
    const get = jest.spyOn(scripted.redemption, 'get');
    await ask();
    const all = [expect.objectContaining({ txid: debit.txid, nonce: '7' })];
    expect(get).toHaveBeenCalledWith(expect.anything(), expect.objectContaining({ redemptionKey }), all);
  });
});

test.each<[string, readonly WithdrawalEvent[]]>([
  ['that is redeeming', sent],
  ['that is paid', [...sent, settled]],
  ['that does not exist', []],
])('asks no redemption about a withdrawal %s', async (_what, history) => {
  const { deps, ask, since, scripted } = await overruled(history, there);
  await ask();
  expect([await since(), scripted.asked, deps.signedOrders.abandoned]).toEqual([[], [], []]);
});
