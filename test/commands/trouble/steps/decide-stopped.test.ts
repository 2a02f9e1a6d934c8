import { foundTransferIdOf } from '../../../../aggregates/found-transfer/found-transfer';
import type { FoundDebit } from '../../../../aggregates/withdrawal/events';
import { decide as decideStep } from '../../../../commands/trouble/decide';
import { recordRedemption } from '../../../../commands/withdrawal/record-redemption';
import { withdrawalIn } from '../../../../commands/withdrawal/send-redemption';
import { typesOf } from '../../../core';
import { failed } from '../../../doubles/scripted-provider';
import { ok, type RedemptionScript, redemptionIs } from '../../../doubles/scripted-redemption';
import { debit } from '../../../samples/sample-withdrawal-data';
import { asked } from '../../operator/asked';
import { opened } from '../../withdrawal/redeeming';
import { taken } from '../words';

const HOUR_MS = 3_600_000;
const found: FoundDebit = { txid: '0xe1', assetId: 301, amountBaseUnits: debit.amountBaseUnits };
const gone = { choose: () => null, named: () => null };

const refused = (message: string) => ({
  rejection: { code: 'WRONG_STATE', message: expect.stringContaining(message) as string },
});

const deciding = async (script: RedemptionScript, redemptions?: typeof gone) => {
  const world = await opened(script);
  const deps = { ...world.deps, ...(redemptions === undefined ? {} : { redemptions }) };
  const decide = (by: string, debited: FoundDebit | null = null) =>
    decideStep(deps)({ paymentId: 'wd1', outcome: taken(debited), by, mayPropose: true }, asked(deps));
  return { ...world, decide };
};

const ENDED = ['RedemptionDecisionProposed', 'RedemptionDecided', 'RedemptionFailed', 'WithdrawalFailed'];

describe('two operators end a withdrawal whose debit was never sent', () => {
  test('at once where its redemption is configured no more, and the promise is given back', async () => {
    const { decide, ofWithdrawal, ofWallet } = await deciding({}, gone);
    expect([await decide('ana'), await decide('ana'), await decide('bob')]).toEqual([
      ...['PROPOSED', 'PROPOSED', 'DECIDED'],
    ]);
    expect((await ofWithdrawal()).slice(1)).toEqual(ENDED);
    expect(await ofWallet()).toEqual(['BalanceReserved', 'BalanceReleased']);
  });

  test('also where it serves another partner by now', async () => {
    const { scripted } = await opened({});
    const foreign = { ...scripted.redemption, partnerId: 'another', get: async () => failed('NOT_FOUND') };
    const { decide } = await deciding({}, { choose: () => null, named: () => foreign } as never);
    expect([await decide('ana'), await decide('bob')]).toEqual(['PROPOSED', 'DECIDED']);
  });

  test.each([
    ['has nothing of it', failed('NOT_FOUND')],
    ['is away', failed('UNAVAILABLE')],
    ['says that no debit came of it', redemptionIs('FAILED', { failure: 'REFUSED' })],
  ])('after two hours where its redemption %s', async (_what, answer) => {
    const { at, decide, send, ofWithdrawal, ofWallet } = await deciding({
      prepare: [failed('UNAVAILABLE')],
      get: [answer],
    });
    await send();
    at(HOUR_MS);
    await expect(decide('ana')).rejects.toMatchObject(refused('2 h later'));
    at(3 * HOUR_MS);
    expect([await decide('ana'), await decide('bob')]).toEqual(['PROPOSED', 'DECIDED']);
    expect((await ofWithdrawal()).slice(1)).toEqual(ENDED);
    expect((await ofWallet()).at(-1)).toBe('BalanceReleased');
  });

  test.each([
    ['on its way', redemptionIs('PENDING'), 'PENDING'],
    ['final', redemptionIs('SETTLED', { debit }), '0xe1 took'],
  ])('not while its redemption says that a debit is %s', async (_what, answer, why) => {
    const { at, decide, ofWithdrawal } = await deciding({ get: [answer] });
    at(3 * HOUR_MS);
    await expect(decide('ana')).rejects.toMatchObject(refused(why));
    expect(await ofWithdrawal()).toEqual(['WithdrawalRequested']);
  });

  test('by no debit that they found', async () => {
    const { decide } = await deciding({}, gone);
    await expect(decide('ana', found)).rejects.toMatchObject(refused('Nothing was sent'));
  });

  test('and nothing is sent for it after that', async () => {
    const { at, decide, send, scripted, ofWithdrawal, ofWallet } = await deciding({ get: [failed('NOT_FOUND')] });
    at(3 * HOUR_MS);
    await decide('ana');
    await decide('bob');
    expect(await send()).toBe('done');
    expect(scripted.sent).toEqual([]);
    expect((await ofWithdrawal()).slice(1)).toEqual(ENDED);
    expect(await ofWallet()).toEqual(['BalanceReserved', 'BalanceReleased']);
  });
});

describe('two operators end a withdrawal whose debit was sent, and of which nobody says what became', () => {
  /** Sent at noon; three hours later the redemption answers this. */
  const silent = async (answer: NonNullable<RedemptionScript['get']>[number], redemptions?: typeof gone) => {
    const world = await deciding({ redeem: [redemptionIs('PENDING')], get: [answer] }, redemptions);
    await world.send();
    world.at(3 * HOUR_MS);
    return { ...world, since: async () => (await world.ofWithdrawal()).slice(2) };
  };

  test.each([
    ['cannot tell', failed('UNKNOWN', 'PROTOCOL'), undefined],
    ['is away', failed('UNAVAILABLE'), undefined],
    ['refuses the question', failed('REJECTED', 'AUTH'), undefined],
    ['ends in an error', new Error('socket hang up'), undefined],
    ['is configured no more', failed('NOT_FOUND'), gone],
  ])('either way where its redemption %s', async (_what, answer, redemptions) => {
    const nothing = await silent(answer, redemptions);
    expect([await nothing.decide('ana'), await nothing.decide('bob')]).toEqual(['PROPOSED', 'DECIDED']);
    expect(await nothing.since()).toEqual(ENDED);
    expect((await nothing.ofWallet()).at(-1)).toBe('BalanceReleased');
    const taken = await silent(answer, redemptions);
    expect([await taken.decide('ana', found), await taken.decide('bob', found)]).toEqual(['PROPOSED', 'DECIDED']);
    expect(await taken.since()).toEqual([
      ...['RedemptionDecisionProposed', 'RedemptionDecided', 'WithdrawalFailed', 'RefundDue'],
    ]);
    expect((await taken.ofWallet()).at(-1)).toBe('BalanceReleased');
    const claim = `foundTransfer-${foundTransferIdOf('ethereum', found.txid)}` as const;
    expect(await typesOf(taken.deps.eventStore, claim)).toEqual(['FoundTransferClaimed']);
  });

  test('not within two hours of its sending, though its redemption is gone', async () => {
    const { at, decide, since } = await silent(failed('UNAVAILABLE'), gone);
    at(HOUR_MS);
    for (const word of [null, found]) await expect(decide('ana', word)).rejects.toMatchObject(refused('2 h later'));
    expect(await since()).toEqual([]);
  });

  test.each([
    ['is on its way', redemptionIs('PENDING'), []],
    ['is settled', redemptionIs('SETTLED', { debit }), ['RedemptionSettled']],
    ['has nothing of it, and is sent it again', failed('NOT_FOUND'), []],
  ])('not by the word that nothing was taken where its redemption says that it %s', async (_what, answer, told) => {
    const { decide, since } = await silent(answer);
    await expect(decide('ana')).rejects.toMatchObject(refused('nothing is decided'));
    expect(await since()).toEqual(told);
  });

  test.each([
    ['is on its way', redemptionIs('PENDING'), []],
    ['failed', redemptionIs('FAILED', { failure: 'REVERTED' }), ['RedemptionFailed', 'WithdrawalFailed']],
  ])('not by what they found where its redemption says that it %s', async (_what, answer, told) => {
    const { decide, since } = await silent(answer);
    await expect(decide('ana', found)).rejects.toMatchObject(refused('nothing is decided'));
    expect(await since()).toEqual(told);
  });
});

describe('once two operators have said that nothing was taken', () => {
  const first = ok({ txid: '0xe1', nonce: '7', order: 'signed' });
  const dearer = ok({ txid: '0xe2', nonce: '7', order: 'signed for more' });

  /** They say so while a worker waits for what it has asked. */
  const decidedMeanwhile = async (script: RedemptionScript, question: 'get' | 'prepare') => {
    const world = await deciding({ redeem: [redemptionIs('PENDING')], ...script }, gone);
    await world.send();
    const { redemption } = world.scripted;
    const { get, prepare } = redemption;
    const saySo = async (): Promise<void> => {
      for (const by of ['ana', 'bob']) await world.decide(by);
    };
    if (question === 'get') {
      jest.spyOn(redemption, 'get').mockImplementationOnce((...asking) => saySo().then(() => get(...asking)));
    } else {
      jest.spyOn(redemption, 'prepare').mockImplementationOnce((...asking) => saySo().then(() => prepare(...asking)));
    }
    return world;
  };

  test.each<[string, RedemptionScript, 'get' | 'prepare']>([
    ['what has not arrived is not sent again', { get: [failed('NOT_FOUND')] }, 'get'],
    ['what is stuck is not sent again', { get: [redemptionIs('PENDING')] }, 'prepare'],
    [
      'nothing takes the place of what is stuck',
      { get: [redemptionIs('PENDING')], prepare: [first, dearer] },
      'prepare',
    ],
  ])('%s', async (_what, script, question) => {
    const world = await decidedMeanwhile(script, question);
    expect(await world.resolve(3 * HOUR_MS)).toBe('done');
    expect(world.scripted.sent.map(({ txid }) => txid)).toEqual(['0xe1']);
    expect((await world.ofWithdrawal()).slice(2)).toEqual(ENDED);
  });

  test('a debit that comes to light is a contradiction with an alarm', async () => {
    const { deps, send, at, decide, ofWithdrawal } = await deciding({ redeem: [redemptionIs('PENDING')] }, gone);
    await send();
    at(3 * HOUR_MS);
    await decide('ana');
    await decide('bob');
    await expect(decide('ana', found)).rejects.toMatchObject(refused('in no contradiction'));
    const { facts, redemptionKey } = await failedIn(deps);
    const outcome = { kind: 'SETTLED', redemptionKey, debit } as const;
    await recordRedemption(deps)({ facts, outcome, causeEventId: 'late' });
    expect((await ofWithdrawal()).at(-1)).toBe('RedemptionContradicted');
    expect(deps.alerts).toHaveLength(1);
    expect([await decide('ana', found), await decide('bob', found)]).toEqual(['PROPOSED', 'DECIDED']);
    expect((await ofWithdrawal()).at(-1)).toBe('RefundDue');
  });

  test('also of a withdrawal of which nothing is known to have been sent', async () => {
    const { deps, decide, ofWithdrawal } = await deciding({}, gone);
    await decide('ana');
    await decide('bob');
    const { facts, redemptionKey } = await failedIn(deps);
    const outcome = { kind: 'SETTLED', redemptionKey, debit } as const;
    await recordRedemption(deps)({ facts, outcome, causeEventId: 'late' });
    expect((await ofWithdrawal()).at(-1)).toBe('RedemptionContradicted');
    expect(deps.alerts).toHaveLength(1);
  });
});

const failedIn = async ({ eventStore }: Awaited<ReturnType<typeof opened>>['deps']) => {
  const state = await withdrawalIn(eventStore, 'withdrawal-wd1');
  if (state.status !== 'FAILED' || state.redemptionKey === null) throw new Error('it has not failed by a key');
  return { facts: state.facts, redemptionKey: state.redemptionKey };
};
