import { recordPayoutOutcome } from '../../../commands/payout/outcome/record-payout-outcome';
import { requestPayout } from '../../../commands/payout/request-payout';
import { dispatchPayout } from '../../../commands/payout/sending/dispatch-payout';
import { decide as decideStep } from '../../../commands/trouble/decide';
import { readReturn, resolveReturn } from '../../../commands/trouble/resolve-return';
import { event } from '../../../packages/testing/src/samples/sample-events';
import { debit } from '../../../packages/testing/src/samples/sample-withdrawal-data';
import { core, happened, typesOf } from '../../core';
import { failed, offering, payout, scriptedProvider } from '../../doubles/scripted-provider';
import { type RedemptionScript, redemptionIs, scriptedRedemption } from '../../doubles/scripted-redemption';
import { step, withRequestedPayout } from '../../samples/paid-intent';
import { asked } from '../operator/asked';
import { NOT_PAID } from './words';

/** Paid, completed and sent back by the payee's bank. */
const sentBack = async () => {
  const deps = await withRequestedPayout();
  const bank = scriptedProvider({ create: [payout('SETTLED'), payout('SETTLED')] });
  const wired = { ...deps, payoutProviders: bank.payoutProviders };
  await dispatchPayout(wired)(step);
  const settlement = { providerId: 'sbx_1', amountCents: '15000', endToEndId: 'E1', receiptUrl: null };
  await recordPayoutOutcome(wired)({
    ...{ stream: 'cashout-cid1', providerKey: deps.providerKey, causeEventId: 'callback', dispatchedAt: null },
    outcome: { kind: 'RETURNED', amountCents: '15000', settlement },
  });
  const before = (await typesOf(deps.eventStore, 'cashout-cid1')).length;
  const since = async () => (await typesOf(deps.eventStore, 'cashout-cid1')).slice(before);
  return { deps: wired, bank, since, shown: () => readReturn(deps.eventStore, 'cashout-cid1') };
};

const ofAll = { paymentId: 'cid1', expectedCents: '15000' } as const;

test('shows a return until its transfer to the partner is recorded', async () => {
  const { deps, since, shown } = await sentBack();
  expect(await shown()).toMatchObject({ paymentId: 'cid1', open: { amountCents: 15_000n, provider: 'scripted' } });
  const resolution = { how: 'PARTNER_PAID', transfer: 'E2E-77' } as const;
  await resolveReturn(deps)({ ...ofAll, resolution }, asked(deps));
  expect(await since()).toEqual(['ReturnResolved']);
  expect(await shown()).toBeNull();
  const resolved = (await deps.eventStore.readStream('cashout-cid1')).at(-1);
  expect(resolved).toMatchObject({
    data: { how: 'PARTNER_PAID', transfer: 'E2E-77', amountCents: '15000' },
  });
});

test('owes a refund in crypto at once to the sender, without the fees', async () => {
  const { deps, since } = await sentBack();
  await resolveReturn(deps)({ ...ofAll, resolution: { how: 'CRYPTO_DUE' } }, asked(deps));
  expect(await since()).toEqual(['ReturnResolved', 'RefundDue']);
  const [resolved, due] = (await deps.eventStore.readStream('cashout-cid1')).slice(-2);
  const { amountBaseUnits } = resolved?.data as { readonly amountBaseUnits: string };
  expect(due?.data).toMatchObject({ reason: 'PAYOUT_RETURNED', to: '0xbb', assetId: 201, amountBaseUnits });
  expect(BigInt(amountBaseUnits)).toBeLessThan(25_000_000n);
});

test('pays a return again as an ordinary payout, without a second end', async () => {
  const { deps, bank, since, shown } = await sentBack();
  await resolveReturn(deps)({ ...ofAll, resolution: { how: 'PAID_AGAIN' } }, asked(deps));
  expect(await shown()).toMatchObject({ open: null });
  await requestPayout(deps)({ ...step, causeEventId: 'resolved' });
  await dispatchPayout(deps)({ ...step, causeEventId: 'requested' });
  expect(await since()).toEqual(['ReturnResolved', 'PayoutRequested', 'PayoutDispatched', 'PayoutSettled']);
  expect(new Set(bank.sent.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(2);
  expect(await shown()).toBeNull();
});

test('resolves no return when the second payment appears after its decision as not paid', async () => {
  const { deps, since } = await sentBack();
  await resolveReturn(deps)({ ...ofAll, resolution: { how: 'PAID_AGAIN' } }, asked(deps));
  await requestPayout(deps)({ ...step, causeEventId: 'resolved' });
  const forgetful = scriptedProvider({ create: [failed('UNKNOWN', 'TIMEOUT')], get: [failed('NOT_FOUND')] });
  const unknown = { ...deps, payoutProviders: forgetful.payoutProviders };
  await dispatchPayout(unknown)({ ...step, causeEventId: 'requested' });
  deps.clock.advance(2 * 3_600_000);
  for (const by of ['ana', 'bob'])
    await decideStep(unknown)({ paymentId: 'cid1', outcome: NOT_PAID, by, mayPropose: true }, asked(deps));
  deps.clock.advance(25 * 3_600_000);
  const before = await since();
  const knowing = scriptedProvider({ get: [payout('PROCESSING')] });
  const asking = resolveReturn({ ...deps, payoutProviders: knowing.payoutProviders });
  for (const resolution of [{ how: 'PAID_AGAIN' }, { how: 'PARTNER_PAID', transfer: 'E2E-77' }] as const) {
    await expect(asking({ ...ofAll, resolution }, asked(deps))).rejects.toMatchObject({
      rejection: {
        code: 'WRONG_STATE',
        message: expect.stringContaining('reports this payout as PROCESSING') as string,
      },
    });
  }
  expect(await since()).toEqual(before);
  await resolveReturn(unknown)({ ...ofAll, resolution: { how: 'CRYPTO_DUE' } }, asked(deps));
  expect((await since()).slice(before.length)).toEqual(['ReturnResolved', 'RefundDue']);
});

describe('the return of a withdrawal whose debit is in doubt', () => {
  const wd1 = { withdrawId: 'wd1' } as const;
  const doubted = async (answer: NonNullable<RedemptionScript['get']>[number]) => {
    const deps = { ...core(), redemptions: scriptedRedemption({ get: [answer] }).redemptions };
    const paying = (['PayoutRequested', 'PayoutDispatched', 'PayoutSettled'] as const).map((type) =>
      event(type, wd1 as never),
    );
    const debited = [event('WithdrawalRequested'), event('RedemptionSent'), event('RedemptionSettled')];
    const doubt = event('RedemptionContradicted', { detail: 'gone' });
    const back = event('PayoutReturned', wd1 as never);
    await happened(deps.eventStore, ...debited, ...paying, event('WithdrawalCompleted'), doubt, back);
    const since = async () => (await typesOf(deps.eventStore, 'withdrawal-wd1')).slice(9);
    return { deps: { ...deps, payoutProviders: offering() }, since };
  };
  const handed = {
    paymentId: 'wd1',
    expectedCents: '15000',
    resolution: { how: 'PARTNER_PAID', transfer: 'E2E-77' },
  } as const;
  const again = { ...handed, resolution: { how: 'PAID_AGAIN' } } as const;

  test.each([
    ['knows nothing of it', failed('NOT_FOUND')],
    ['is away', failed('UNAVAILABLE')],
  ])('is not paid a second time when its redemption %s', async (_what, answer) => {
    const { deps, since } = await doubted(answer);
    for (const asks of [handed, again]) {
      await expect(resolveReturn(deps)(asks, asked(deps))).rejects.toMatchObject({
        rejection: { code: 'WRONG_STATE', message: expect.stringContaining('in doubt (gone)') as string },
      });
    }
    expect(await since()).toEqual([]);
  });

  test.each([handed, again])('is resolved when its redemption has the debit', async (asks) => {
    const { deps, since } = await doubted(redemptionIs('SETTLED', { debit }));
    await resolveReturn(deps)(asks, asked(deps));
    expect(await since()).toEqual(['ReturnResolved']);
  });
});

test.each([
  ['a payment that is not there', { paymentId: 'nobody' }, 'NOT_FOUND'],
  ['another amount than is open', { expectedCents: '14999' }, 'WRONG_STATE'],
  ['a transfer that is none', { resolution: { how: 'PARTNER_PAID', transfer: 'paid on\nMonday' } }, 'VALIDATION_ERROR'],
  ['no transfer', { resolution: { how: 'PARTNER_PAID', transfer: '' } }, 'VALIDATION_ERROR'],
] as const)('refuses %s, and records no event', async (_what, differences, code) => {
  const { deps, since } = await sentBack();
  const request = { ...ofAll, resolution: { how: 'PARTNER_PAID', transfer: 'E2E-77' }, ...differences } as const;
  await expect(resolveReturn(deps)(request, asked(deps))).rejects.toMatchObject({ rejection: { code } });
  expect(await since()).toEqual([]);
});
