import type { LedgerEvent } from '../../../../aggregates/events';
import { recordPayoutOutcome } from '../../../../commands/payout/outcome/record-payout-outcome';
import { requestPayout } from '../../../../commands/payout/request-payout';
import { dispatchPayout } from '../../../../commands/payout/sending/dispatch-payout';
import { lastLoss } from '../../../../commands/trouble/loss/hold-forgotten';
import { release as releasePayment } from '../../../../commands/trouble/release';
import { readReturn, resolveReturn } from '../../../../commands/trouble/resolve-return';
import { time } from '../../../../packages/testing/src/samples/sample-data';
import { event } from '../../../../packages/testing/src/samples/sample-events';
import { happened, typesOf } from '../../../core';
import { failed, offering, payout } from '../../../doubles/scripted-provider';
import { step, withPaidIntent } from '../../../samples/paid-intent';
import { asked } from '../../operator/asked';
import { KEYS, knowing, nobodyKnows } from './knowing';

const lost = event('PayoutHeld', { heldAt: time(400), lostSince: time(390) });
const [FIRST, SECOND] = KEYS as unknown as readonly [string, string];
const sent = [event('PayoutRequested', { providerKey: FIRST }), event('PayoutDispatched', { providerKey: FIRST })];
const paid = [...sent, event('PayoutSettled', { providerKey: FIRST }), event('CashoutCompleted')];
const back = event('PayoutReturned', { providerKey: FIRST });
const returned = payout('RETURNED', { returnedAmount: 15_000n });

type Bank = ReturnType<typeof knowing>;

const heldBy = async (bank: Pick<Bank, 'provider'>, history: readonly LedgerEvent[] = [...paid, back, lost]) => {
  const deps = await withPaidIntent();
  await happened(deps.eventStore, ...history);
  const wired = { ...deps, payoutProviders: offering(bank.provider) };
  const releasing = { ...wired, everyPayoutProvider: [bank.provider], redemptions: { named: () => null } };
  const before = 2 + history.length;
  return {
    deps: wired,
    since: async () => (await typesOf(deps.eventStore, 'cashout-cid1')).slice(before),
    shown: () => readReturn(deps.eventStore, 'cashout-cid1'),
    release: () => releasePayment(releasing)('cid1', asked(deps)),
    resolve: (how: 'PAID_AGAIN' | 'CRYPTO_DUE' = 'CRYPTO_DUE') =>
      resolveReturn(wired)({ paymentId: 'cid1', expectedCents: '15000', resolution: { how } }, asked(deps)),
    hears: (providerKey: string, kind: 'SETTLED' | 'RETURNED') => {
      const settlement = { providerId: 'sbx_1', amountCents: '15000', endToEndId: 'E1', receiptUrl: null };
      const outcome = kind === 'SETTLED' ? { kind, ...settlement } : { kind, amountCents: '15000', settlement };
      return recordPayoutOutcome(wired)({
        ...{ stream: 'cashout-cid1', providerKey, causeEventId: `${kind} ${providerKey}`, dispatchedAt: null, outcome },
      });
    },
  };
};

const refused = { rejection: { code: 'WRONG_STATE' } };

test('keeps a return from before a loss on hold until its release, and then resolves it once', async () => {
  const bank = knowing([returned]);
  const { release, resolve, shown, since } = await heldBy(bank);
  expect(await shown()).toMatchObject({ isHeld: true, open: { amountCents: 15_000n } });
  await expect(resolve()).rejects.toMatchObject(refused);
  expect(await release()).toEqual({ outcome: 'RELEASED_TO_OPERATOR' });
  expect(bank.askedKeys).toEqual(KEYS.slice(0, 4));
  expect(bank.listed).toHaveLength(1);
  expect(await shown()).toMatchObject({ isHeld: false });
  expect(await release()).toEqual({ outcome: 'UNCHANGED' });
  await resolve();
  await expect(resolve()).rejects.toMatchObject(refused);
  expect([bank.sent, await since()]).toEqual([[], ['PayoutReleased', 'ReturnResolved', 'RefundDue']]);
});

test('releases a partial return, though its provider has the payout as settled', async () => {
  const { release } = await heldBy(knowing([payout('SETTLED', { returnedAmount: 4_000n })]), [
    ...paid,
    event('PayoutReturned', { providerKey: FIRST, amountCents: '4000' }),
    lost,
  ]);
  expect(await release()).toEqual({ outcome: 'RELEASED_TO_OPERATOR' });
});

test('recovers a second payment without sending it, and closes its return', async () => {
  const bank = knowing([returned, payout('SETTLED')]);
  const { deps, hears, release, resolve, shown, since } = await heldBy(bank);
  expect(await release()).toEqual({ outcome: 'RECOVERED', found: [{ step: 'PAYOUT', key: SECOND, attempt: 2 }] });
  const events = ['ReturnResolved', 'PayoutRequested', 'PayoutDispatched'];
  expect(await since()).toEqual(events);
  expect(await shown()).toMatchObject({ open: null });
  await requestPayout(deps)(step);
  await dispatchPayout(deps)(step);
  await expect(resolve('PAID_AGAIN')).rejects.toMatchObject(refused);
  expect([bank.sent, await since()]).toEqual([[], events]);
  await hears(SECOND, 'SETTLED');
  expect([await shown(), (await since()).at(-1)]).toEqual([null, 'PayoutSettled']);
});

test('recovers two returns and three payments in their order', async () => {
  const { hears, release, since } = await heldBy(knowing([returned, returned, payout('SETTLED')]));
  expect(await release()).toMatchObject({ outcome: 'RECOVERED', found: [{ attempt: 2 }] });
  await hears(SECOND, 'RETURNED');
  expect(await release()).toMatchObject({ outcome: 'RECOVERED', found: [{ attempt: 3 }] });
  await hears(KEYS[2]!, 'SETTLED');
  expect((await since()).slice(-4)).toEqual(['ReturnResolved', 'PayoutRequested', 'PayoutDispatched', 'PayoutSettled']);
});

test('recovers a return, then the payment after the return', async () => {
  const { hears, release } = await heldBy(knowing([returned, payout('SETTLED')]), [lost]);
  expect(await release()).toMatchObject({ outcome: 'RECOVERED', found: [{ attempt: 1 }] });
  await hears(FIRST, 'RETURNED');
  expect(await release()).toMatchObject({ outcome: 'RECOVERED', found: [{ attempt: 2 }] });
});

test('recovers no failed attempt that precedes the recovered one', async () => {
  const answers = [payout('FAILED'), payout('PROCESSING')];
  const { deps, release, since } = await heldBy(knowing(answers), [lost]);
  expect(await release()).toMatchObject({ outcome: 'RECOVERED', found: [{ attempt: 2 }] });
  await recordPayoutOutcome(deps)({
    ...{ stream: 'cashout-cid1', providerKey: SECOND, causeEventId: 'callback', dispatchedAt: null },
    outcome: { kind: 'REJECTED', code: 'OTHER', message: '', retryClass: true },
  });
  answers[1] = payout('FAILED');
  expect(await release()).toEqual({ outcome: 'RELEASED' });
  expect((await since()).slice(-2)).toEqual(['PayoutRejected', 'PayoutReleased']);
});

test('accepts a failed second payment, and leaves the return to the operator', async () => {
  const again = [
    event('ReturnResolved', { how: 'PAID_AGAIN', transfer: null, providerKey: FIRST }),
    event('PayoutRequested', { attempt: 2, providerKey: SECOND }),
    event('PayoutDispatched', { attempt: 2, providerKey: SECOND }),
  ];
  const rejected = event('PayoutRejected', { attempt: 2, providerKey: SECOND });
  const { release, resolve } = await heldBy(knowing([returned, payout('FAILED')]), [
    ...[...paid, back, ...again, lost, event('PayoutReleased'), rejected],
  ]);
  await expect(resolve()).rejects.toMatchObject(refused);
  expect(await release()).toEqual({ outcome: 'RELEASED_TO_OPERATOR' });
  await resolve();
});

describe('a payment from before a loss that returns after it', () => {
  const opened = { ledgerId: 'ledger1', format: 1, openedAt: time(1) };
  const attached = { ledgerId: 'ledger1', actor: 'ana', reason: 'the disk is gone' };
  const accepted = event('LedgerAttached', { ...attached, lostSince: time(390), attachedAt: time(400) });

  test('is on hold until its release, because the lost events may have resolved it', async () => {
    const { deps, release, resolve, since } = await heldBy(knowing([returned]), [...paid, back]);
    await happened(deps.eventStore, event('LedgerOpened', opened), accepted);
    const loss = await lastLoss(deps.eventStore);
    expect(await readReturn(deps.eventStore, 'cashout-cid1', loss)).toMatchObject({ isHeld: true });
    await expect(resolve()).rejects.toMatchObject(refused);
    await expect(resolve()).rejects.toMatchObject(refused);
    expect(await since()).toEqual(['PayoutHeld']);
    expect(await release()).toEqual({ outcome: 'RELEASED_TO_OPERATOR' });
    expect(await readReturn(deps.eventStore, 'cashout-cid1', loss)).toMatchObject({ isHeld: false });
    await resolve();
    expect(await since()).toEqual(['PayoutHeld', 'PayoutReleased', 'ReturnResolved', 'RefundDue']);
  });

  test('is released by an operator who has checked, with its second payment recovered', async () => {
    const { deps, release, since } = await heldBy(knowing([returned, payout('SETTLED')]), [...paid, back]);
    await happened(deps.eventStore, event('LedgerOpened', opened), accepted);
    expect(await release()).toMatchObject({ outcome: 'RECOVERED', found: [{ attempt: 2 }] });
    expect(await since()).toEqual(['PayoutHeld', 'ReturnResolved', 'PayoutRequested', 'PayoutDispatched']);
  });

  test('is on hold in the target store of an export too', async () => {
    const { deps, resolve } = await heldBy(knowing([returned]), [...paid, back]);
    const loss = { lostSince: time(390), acceptedAt: time(400) };
    const arrival = { moveId: 'move1', count: 1, hash: 'h', loss };
    await happened(deps.eventStore, event('LedgerOpened', { ...opened, arrival }));
    await expect(resolve()).rejects.toMatchObject(refused);
  });

  test.each<[string, LedgerEvent]>([
    ['nothing was lost', event('LedgerAttached', { ...attached, attachedAt: time(400) })],
    ['it was paid later', event('LedgerAttached', { ...attached, lostSince: time(60), attachedAt: time(70) })],
  ])('is resolved where %s', async (_what, { type, data }) => {
    const { deps, release, resolve, since } = await heldBy(knowing([returned]), [...paid, back]);
    await happened(deps.eventStore, event('LedgerOpened', opened), { type, data } as LedgerEvent);
    expect(await release()).toEqual({ outcome: 'UNCHANGED' });
    await resolve();
    expect(await since()).toEqual(['ReturnResolved', 'RefundDue']);
  });
});

test.each<[string, Bank, string]>([
  ['does not answer', knowing([returned, failed('UNAVAILABLE')]), 'does not answer'],
  [
    'knows two payments that followed',
    knowing([returned, payout('SETTLED'), payout('SETTLED')]),
    'attempt 2 as SETTLED',
  ],
  ['does not list', knowing([returned], { list: failed('RETRYABLE') }), 'does not list'],
  ['lists what it does not know', knowing([returned], { list: listing() }), 'denies it when asked'],
])('keeps the hold when a provider %s', async (_what, bank, why) => {
  const { release, resolve, since } = await heldBy(bank);
  await expect(release()).rejects.toMatchObject({
    rejection: { code: 'WRONG_STATE', message: expect.stringContaining(why) as string },
  });
  await expect(resolve()).rejects.toMatchObject(refused);
  expect(await since()).toEqual([]);
});

function listing() {
  const settled = payout('SETTLED', { idempotencyKey: SECOND });
  return settled.ok ? ({ ok: true, value: [settled.value] } as const) : settled;
}

describe('a refund in crypto', () => {
  const failure = [
    event('PayoutRejected', { providerKey: FIRST, nextAttemptAt: null }),
    ...[event('CashoutFailed'), event('RefundDue'), lost],
  ];

  test('is released to the operator when no provider knows a payment', async () => {
    const { release } = await heldBy(knowing([payout('FAILED')]), [...sent, ...failure]);
    expect(await release()).toEqual({ outcome: 'RELEASED_TO_OPERATOR' });
    expect(await release()).toEqual({ outcome: 'UNCHANGED' });
  });

  test.each<[string, Bank]>([
    ['paid it', knowing([payout('SETTLED')])],
    ['paid another attempt', knowing([payout('FAILED'), payout('PROCESSING')])],
    ['does not answer', knowing([nobodyKnows, failed('UNKNOWN')])],
  ])('stays held when a provider %s', async (_what, bank) => {
    const { release, since } = await heldBy(bank, [...sent, ...failure]);
    await expect(release()).rejects.toMatchObject(refused);
    expect(await since()).toEqual([]);
  });
});
