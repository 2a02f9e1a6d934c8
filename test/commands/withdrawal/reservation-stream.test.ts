import { peggedBalance } from '../../../aggregates/pegged-balance/pegged-balance';
import { handle } from '../../../commands/handling/handle';
import { decide as decideStep } from '../../../commands/trouble/decide';
import { abandonWithdrawal } from '../../../commands/withdrawal/abandon-withdrawal';
import { giveBack, resolveRedemption } from '../../../commands/withdrawal/redemption/resolve-redemption';
import { sendRedemption } from '../../../commands/withdrawal/redemption/send-redemption';
import { event } from '../../../packages/testing/src/samples/sample-events';
import { debit, withdrawalTerms } from '../../../packages/testing/src/samples/sample-withdrawal-data';
import { asking, core, happened, happenedIn, typesOf } from '../../core';
import { failed } from '../../doubles/scripted-provider';
import { type RedemptionScript, redemptionIs, scriptedRedemption } from '../../doubles/scripted-redemption';
import { taken } from '../trouble/words';
import { step } from './redeeming';

const network = 'simulated';

/** The fixed stream id of a wallet on that network, from before each partner had its own. */
const FORMER = '53e144a9-ec51-58fb-bcc5-3204e9d15190';

const underWay = async (script: RedemptionScript = {}, isRequested = true) => {
  const deps = core();
  const { redemptions } = scriptedRedemption(script);
  await handle(deps, peggedBalance, {
    ...{ id: FORMER, context: asking('reserve') },
    command: { type: 'ReserveBalance', reservation: { ...event('BalanceReserved').data, network } },
  });
  if (isRequested) await happened(deps.eventStore, event('WithdrawalRequested', { network }));
  const wired = { ...deps, redemptions };
  const types = () =>
    Promise.all([typesOf(deps.eventStore, `peggedBalance-${FORMER}`), typesOf(deps.eventStore, step.stream)]);
  return { deps: wired, send: () => sendRedemption(wired)(step), types };
};

test('settles a debit in the stream of its reservation when the streams changed', async () => {
  const { deps, send, types } = await underWay({
    redeem: [redemptionIs('PENDING')],
    get: [redemptionIs('SETTLED', { debit: { ...debit, network } })],
  });
  await send();
  await resolveRedemption(deps)(step);
  expect(await types()).toEqual([
    ['BalanceReserved', 'BalanceCaptured', 'PeggedDebitSettled'],
    ['WithdrawalRequested', 'RedemptionSent', 'RedemptionSettled'],
  ]);
});

test('releases the reservation of a failed debit in its stream', async () => {
  const { deps, send, types } = await underWay({ prepare: [failed('REJECTED', 'INSUFFICIENT_FUNDS')] });
  await send();
  await giveBack(deps)(step);
  expect((await types())[0]).toEqual(['BalanceReserved', 'BalanceCaptured', 'BalanceReleased']);
});

test('releases a reservation without a withdrawal in its stream', async () => {
  const { deps, types } = await underWay({}, false);
  await abandonWithdrawal(deps)({ ...withdrawalTerms, network, causeEventId: 'reserved1' });
  expect(await types()).toEqual([['BalanceReserved', 'BalanceReleased'], ['WithdrawalAbandoned']]);
});

test('refuses a decision as not debited when that stream has the debit', async () => {
  const { deps, send } = await underWay({
    redeem: [redemptionIs('PENDING')],
    get: [redemptionIs('SETTLED', { debit: { ...debit, network, amountBaseUnits: '1' } }), failed('UNAVAILABLE')],
  });
  await send();
  await resolveRedemption(deps)(step);
  await happenedIn(deps.eventStore, `peggedBalance-${FORMER}`, event('PeggedDebitSettled'));
  deps.clock.advance(3 * 3_600_000);
  const word = { paymentId: 'wd1', outcome: taken(null), by: 'ana', mayPropose: true };
  await expect(decideStep(deps)(word, asking('decide'))).rejects.toThrow('is settled for this withdrawal');
});
