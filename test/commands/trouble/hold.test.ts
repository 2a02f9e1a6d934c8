import { requestDelivery } from '../../../commands/cashin/delivery/request-delivery';
import { requestPayout } from '../../../commands/payout/request-payout';
import { dispatchPayout } from '../../../commands/payout/sending/dispatch-payout';
import { hold as holdPayment } from '../../../commands/trouble/hold';
import { release as releasePayment } from '../../../commands/trouble/release';
import { event } from '../../../packages/testing/src/samples/sample-events';
import { core, happened, typesOf } from '../../core';
import { charge } from '../../doubles/scripted-charges';
import { failed, payout, scriptedProvider } from '../../doubles/scripted-provider';
import { step, withPaidIntent, withRequestedPayout } from '../../samples/paid-intent';
import { cashing, step as cashinStep, PAID } from '../cashin/cashing';
import { asked } from '../operator/asked';
import { opened } from '../withdrawal/redeeming';

/** Releases an operator's hold, which asks no provider. */
const release = (deps: ReturnType<typeof core>) => releasePayment(deps)('cid1', asked(deps));

test('does not request a held payout, and checks it again later', async () => {
  const deps = await withPaidIntent();
  expect(await holdPayment(deps)('cid1', asked(deps))).toBe(true);
  expect(await requestPayout(deps)(step)).toEqual({ askAgainAtMs: deps.clock.now() + 60_000 });
  expect(await release(deps)).toEqual({ outcome: 'RELEASED' });
  expect(await requestPayout(deps)(step)).toBe('done');
  expect(await typesOf(deps.eventStore, 'cashout-cid1')).toEqual([
    ...['CashoutIntentCreated', 'DepositAccepted', 'PayoutHeld', 'PayoutReleased', 'PayoutRequested'],
  ]);
});

test('keeps a requested payout unsent', async () => {
  const deps = await withRequestedPayout();
  const bank = scriptedProvider({ create: [payout('SETTLED')] });
  const wired = { ...deps, payoutProviders: bank.payoutProviders };
  await holdPayment(deps)('cid1', asked(deps));
  expect(await dispatchPayout(wired)(step)).toEqual({ askAgainAtMs: deps.clock.now() + 60_000 });
  expect(bank.sent).toEqual([]);
  expect(await release(deps)).toEqual({ outcome: 'RELEASED' });
  expect(await release(deps)).toEqual({ outcome: 'UNCHANGED' });
  await dispatchPayout(wired)(step);
  expect(bank.sent).toHaveLength(1);
});

test('stops a worker at the fence when it read the state just before the hold', async () => {
  const deps = await withRequestedPayout();
  const bank = scriptedProvider({ create: [payout('SETTLED')] });
  const vault = {
    ...deps.vault,
    open: async (sealed: Parameters<typeof deps.vault.open>[0]) => {
      await holdPayment(deps)('cid1', asked(deps));
      return deps.vault.open(sealed);
    },
  };
  await dispatchPayout({ ...deps, vault, payoutProviders: bank.payoutProviders })(step);
  expect([bank.sent, (await typesOf(deps.eventStore, 'cashout-cid1')).at(-1)]).toEqual([[], 'PayoutHeld']);
});

const refusedAs = (code: string) => ({ rejection: { code } });

test('refuses an unknown payment', async () => {
  const deps = core();
  await expect(holdPayment(deps)('cid1', asked(deps))).rejects.toMatchObject(refusedAs('INTENT_NOT_FOUND'));
  await expect(release(deps)).rejects.toMatchObject(refusedAs('NOT_FOUND'));
});

test('refuses to hold an intent that is not paid yet', async () => {
  const deps = core();
  await happened(deps.eventStore, event('CashoutIntentCreated'));
  await expect(holdPayment(deps)('cid1', asked(deps))).rejects.toMatchObject(refusedAs('WRONG_STATE'));
});

test('holds a cash-in: no delivery and no expiry before its providers were asked', async () => {
  const { deps, deliveries, at, since } = await cashing(
    { get: [charge('PAID')], delivery: { get: [failed('NOT_FOUND')] }, getRefund: [failed('NOT_FOUND')] },
    ...PAID,
  );
  at(600);
  const paid = { ...deps, intentOfPix: async () => 'cash1' };
  expect(await holdPayment(deps)('cash1', asked(deps))).toBe(true);
  expect(await holdPayment(deps)('cash1', asked(deps))).toBe(false);
  await requestDelivery(paid)(cashinStep);
  expect([await since(), deliveries.orders]).toEqual([['CashinHeld'], []]);
  expect(await releasePayment(deps)('cash1', asked(deps))).toEqual({ outcome: 'RELEASED' });
  await requestDelivery(paid)(cashinStep);
  expect(await since()).toEqual(['CashinHeld', 'CashinReleased', 'DeliveryRequested']);
});

test('holds the debit of a withdrawal, which is sent after the release', async () => {
  const { deps, scripted, send, ofWithdrawal } = await opened({ get: [failed('NOT_FOUND')] });
  expect(await holdPayment(deps)('wd1', asked(deps))).toBe(true);
  await send();
  expect([scripted.sent, await ofWithdrawal()]).toEqual([[], ['WithdrawalRequested', 'PayoutHeld']]);
  expect(await releasePayment(deps)('wd1', asked(deps))).toEqual({ outcome: 'RELEASED' });
  expect(await releasePayment(deps)('wd1', asked(deps))).toEqual({ outcome: 'UNCHANGED' });
  await send();
  expect(await ofWithdrawal()).toContain('RedemptionSent');
});
