import type { WithdrawalEvent } from '../../../../aggregates/withdrawal/events';
import { requestPayout } from '../../../../commands/payout/request-payout';
import { dispatchPayout } from '../../../../commands/payout/sending/dispatch-payout';
import { decide as decideStep } from '../../../../commands/trouble/decide';
import { event } from '../../../../packages/testing/src/samples/sample-events';
import { debit } from '../../../../packages/testing/src/samples/sample-withdrawal-data';
import { happened } from '../../../core';
import { failed, offering, scriptedProvider } from '../../../doubles/scripted-provider';
import { type RedemptionScript, redemptionIs } from '../../../doubles/scripted-redemption';
import { asked } from '../../operator/asked';
import { opened, step } from '../../withdrawal/redeeming';
import { taken } from '../words';

const HOUR_MS = 3_600_000;

/** A debit that was settled and is doubted since; its redemption says this of it. */
const doubted = async (
  answer: NonNullable<RedemptionScript['get']>[number],
  payout: readonly WithdrawalEvent[] = [],
) => {
  const world = await opened({ redeem: [redemptionIs('PENDING')], get: [redemptionIs('SETTLED', { debit }), answer] });
  await world.send();
  await world.resolve(250);
  const held = event('PayoutHeld', { withdrawId: 'wd1' } as never) as unknown as WithdrawalEvent;
  await happened(world.deps.eventStore, ...payout, event('RedemptionContradicted', { detail: 'gone' }), held);
  world.at(3 * HOUR_MS);
  world.deps.alerts.length = 0;
  const before = (await world.ofWithdrawal()).length;
  const decide = (by: string) =>
    decideStep(world.deps)({ paymentId: 'wd1', outcome: taken(null), by, mayPropose: true }, asked(world.deps));
  return { ...world, decide, since: async () => (await world.ofWithdrawal()).slice(before) };
};

const requested = event('PayoutRequested', { withdrawId: 'wd1' } as never) as unknown as WithdrawalEvent;
const dispatched = event('PayoutDispatched', { withdrawId: 'wd1' } as never) as unknown as WithdrawalEvent;

describe('a settled debit that is missing before its payout was sent', () => {
  test.each([
    ['has nothing of it', failed('NOT_FOUND')],
    ['is away', failed('UNAVAILABLE')],
    ['says that it was displaced', redemptionIs('FAILED', { failure: 'DROPPED' })],
  ])('ends the withdrawal by two operators without a payout when its redemption %s', async (_what, answer) => {
    const { deps, decide, since, ofWallet } = await doubted(answer, [requested]);
    const wallet = await ofWallet();
    expect([await decide('ana'), await decide('ana'), await decide('bob')]).toEqual([
      ...['PROPOSED', 'PROPOSED', 'DECIDED'],
    ]);
    const ended = ['RedemptionDecisionProposed', 'RedemptionDecided', 'WithdrawalFailed'];
    expect(await since()).toEqual(ended);
    const failure = (await deps.eventStore.readStream('withdrawal-wd1')).at(-1);
    expect(failure?.data).toMatchObject({ reasonCode: 'DECIDED_UNPAID', refundDue: false });
    const bank = scriptedProvider({});
    const paying = { ...deps, ids: deps.ids, workerId: 'w1', payoutProviders: offering(bank.provider) };
    expect(await requestPayout(paying)(step)).toBe('done');
    expect(await dispatchPayout(paying)(step)).toBe('done');
    expect([bank.sent, await since(), deps.alerts]).toEqual([[], ended, []]);
    // A settled debit holds nothing of what the wallet may still pay.
    expect(await ofWallet()).toEqual(wallet);
  });

  test.each([
    ['is there', redemptionIs('SETTLED', { debit }), '0xe1 took'],
    ['is another one', redemptionIs('SETTLED', { debit: { ...debit, debitId: 'ethereum:0xe1:9' } }), '0xe1 took'],
    ['is on its way', redemptionIs('PENDING'), 'PENDING'],
  ])('is not decided when its redemption says that it %s', async (_what, answer, why) => {
    const { decide, since } = await doubted(answer);
    await expect(decide('ana')).rejects.toMatchObject({
      rejection: { code: 'WRONG_STATE', message: expect.stringContaining(why) as string },
    });
    expect(await since()).toEqual([]);
  });

  test('is not decided by any operator once its payout was sent', async () => {
    const { decide, since } = await doubted(failed('NOT_FOUND'), [requested, dispatched]);
    await expect(decide('ana')).rejects.toMatchObject({
      rejection: { code: 'WRONG_STATE', message: expect.stringContaining('was sent') as string },
    });
    expect(await since()).toEqual([]);
  });
});
