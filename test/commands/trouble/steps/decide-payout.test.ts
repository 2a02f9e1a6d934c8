import type { PayoutEnd } from '../../../../aggregates/payout/events';
import { providerKeyOf } from '../../../../commands/handling/deterministic-ids';
import { dispatchPayout } from '../../../../commands/payout/dispatch-payout';
import { recordPayoutOutcome } from '../../../../commands/payout/record-payout-outcome';
import type { PayoutProvider } from '../../../../commands/ports/payout-provider';
import { decide as decideStep } from '../../../../commands/trouble/decide';
import { recordRefund } from '../../../../commands/trouble/record-refund';
import { core, happened, typesOf } from '../../../core';
import { about, failed, offering, payout, type Script, scriptedProvider } from '../../../doubles/scripted-provider';
import { step, withRequestedPayout } from '../../../samples/paid-intent';
import { intentCreated, time } from '../../../samples/sample-data';
import { event } from '../../../samples/sample-events';
import { asked } from '../../operator/asked';
import { NOT_PAID } from '../words';

const TWO_HOURS_MS = 2 * 3_600_000;

/** Sent without an answer, a while ago. */
const unanswered = async (get: NonNullable<Script['get']>, waitedMs = TWO_HOURS_MS) => {
  const deps = await withRequestedPayout();
  const bank = scriptedProvider({ create: [failed('UNKNOWN', 'TIMEOUT')], get });
  const wired = { ...deps, payoutProviders: bank.payoutProviders };
  await dispatchPayout(wired)(step);
  wired.clock.advance(waitedMs);
  const everybody = { everyPayoutProvider: [bank.provider] };
  const decide = (by: string, providers = bank.payoutProviders, end: PayoutEnd = NOT_PAID) =>
    decideStep({ ...wired, ...everybody, payoutProviders: providers })(
      { paymentId: 'cid1', outcome: end, by, mayPropose: true },
      asked(deps),
    );
  const since = async () => (await typesOf(deps.eventStore, 'cashout-cid1')).slice(5);
  return { deps: wired, decide, since, providerKey: deps.providerKey, bank };
};

const WRONG_STATE = { rejection: { code: 'WRONG_STATE' } };

test.each([
  ['does not know it', failed('NOT_FOUND')],
  ['is away', failed('UNAVAILABLE')],
  ['ends in an error', new Error('socket hang up')],
])('what the provider %s two operators take for not paid: what came in is owed back a day later', async (_what, get) => {
  const { deps, decide, since, bank } = await unanswered([get]);
  expect([await decide('ana'), await decide('ana'), await decide('bob')]).toEqual(['PROPOSED', 'PROPOSED', 'DECIDED']);
  expect(await since()).toEqual(['PayoutDecisionProposed', 'PayoutDecided', 'CashoutFailed', 'RefundDue']);
  expect(bank.asked).toHaveLength(3);
  const [decided, failure, due] = (await deps.eventStore.readStream('cashout-cid1')).slice(-3);
  const refundableFrom = new Date(deps.clock.now() + 24 * 3_600_000).toISOString();
  expect(decided?.data).toMatchObject({ proposedBy: 'ana', decidedBy: 'bob', refundableFrom });
  expect(failure?.data).toMatchObject({ reasonCode: 'DECIDED_UNPAID', refundDue: true });
  expect(due?.data).toMatchObject({ reason: 'PAYOUT_FAILED', amountBaseUnits: '25000000', refundableFrom });
});

test('so they do where the provider is not configured any more', async () => {
  const { decide } = await unanswered([failed('NOT_FOUND')]);
  expect([await decide('ana', offering()), await decide('bob', offering())]).toEqual(['PROPOSED', 'DECIDED']);
});

test.each([
  ['settled', payout('SETTLED'), ['PayoutSettled', 'CashoutCompleted']],
  ['refused', payout('FAILED'), ['PayoutRejected', 'CashoutFailed', 'RefundDue']],
  ['on its way', payout('PROCESSING'), []],
  ['just created', payout('CREATED'), []],
  ['of another amount', payout('SETTLED', { amount: 1n }), ['PayoutContradicted']],
  ['in a state of its own', payout('LOST' as 'FAILED'), []],
  ['of another key', payout('SETTLED', { idempotencyKey: 'another' }), []],
])('nothing is decided while the provider knows it as %s', async (_what, get, events) => {
  const { decide, since } = await unanswered([get]);
  await expect(decide('ana')).rejects.toMatchObject(WRONG_STATE);
  expect(await since()).toEqual(events);
});

test('the second is refused by what the provider has learnt since the first', async () => {
  const { decide, since } = await unanswered([failed('NOT_FOUND'), payout('SETTLED')]);
  await decide('ana');
  await expect(decide('bob')).rejects.toMatchObject(WRONG_STATE);
  expect(await since()).toEqual(['PayoutDecisionProposed', 'PayoutSettled', 'CashoutCompleted']);
});

test.each([
  ['a later attempt, which the log has lost, was paid', payout('SETTLED'), 'knows attempt 2 as SETTLED'],
  ['a provider does not answer', failed('UNAVAILABLE'), 'does not answer'],
])('of a payout that a loss of the log holds nothing is decided while %s', async (_what, second, why) => {
  const { deps, bank, since } = await unanswered([failed('NOT_FOUND')]);
  await happened(deps.eventStore, event('PayoutHeld', { lostSince: time(75) }));
  const later = providerKeyOf('cid1', 2);
  const get: PayoutProvider['get'] = async (context, key) =>
    key === later ? about(key, second) : bank.provider.get(context, key);
  const asking = { ...deps, everyPayoutProvider: [{ ...bank.provider, get }] };
  const decide = (by: string) =>
    decideStep(asking)({ paymentId: 'cid1', outcome: NOT_PAID, by, mayPropose: true }, asked(deps));
  await expect(decide('ana')).rejects.toMatchObject({
    rejection: { code: 'WRONG_STATE', message: expect.stringContaining(why) as string },
  });
  expect(await since()).toEqual(['PayoutHeld']);
});

test('before 2 h nothing is decided', async () => {
  const { decide, since } = await unanswered([failed('NOT_FOUND')], TWO_HOURS_MS - 1);
  await expect(decide('ana')).rejects.toMatchObject(WRONG_STATE);
  expect(await since()).toEqual([]);
});

test('a settlement after it is an alarm, and the payment stays failed', async () => {
  const { deps, decide, since, providerKey } = await unanswered([failed('NOT_FOUND')]);
  await decide('ana');
  await decide('bob');
  const settlement = { providerId: 'sbx_1', amountCents: '15000', endToEndId: 'E1', receiptUrl: null };
  const outcome = { kind: 'SETTLED', ...settlement } as const;
  const told = { stream: 'cashout-cid1', providerKey, causeEventId: 'late', dispatchedAt: null, outcome } as const;
  await recordPayoutOutcome(deps)(told);
  expect((await since()).at(-1)).toBe('PayoutContradicted');
  expect(deps.alerts).toContainEqual(expect.objectContaining({ what: 'A provider contradicts itself about a payout' }));
});

test('what owes nothing, and what was not sent, is not decided', async () => {
  const nothing = core();
  const asking = decideStep(nothing)(
    { paymentId: 'cid1', outcome: NOT_PAID, by: 'ana', mayPropose: true },
    asked(nothing),
  );
  await expect(asking).rejects.toMatchObject({ rejection: { code: 'NOT_FOUND' } });
  const deps = await withRequestedPayout();
  await expect(
    decideStep(deps)({ paymentId: 'cid1', outcome: NOT_PAID, by: 'ana', mayPropose: true }, asked(deps)),
  ).rejects.toMatchObject(WRONG_STATE);
});

describe('a payout that is contradicted', () => {
  const SHORT = payout('SETTLED', { amount: 14_999n });
  const PAID = { how: 'PAID', endToEndId: 'E77-1' } as const;

  /** The bank has told a cent less once. */
  const contradicted = async (...then: NonNullable<Script['get']>) => {
    const open = await unanswered([SHORT, ...then]);
    await expect(open.decide('ana')).rejects.toMatchObject(WRONG_STATE);
    expect(await open.since()).toEqual(['PayoutContradicted']);
    const decide = (by: string, end: PayoutEnd) => open.decide(by, open.bank.payoutProviders, end);
    return { ...open, decide };
  };

  test.each([
    ['says so again', SHORT],
    ['does not know it', failed('NOT_FOUND')],
    ['calls it on its way', payout('PROCESSING')],
  ])('is completed by two operators whose statement shows the whole, though the provider %s', async (_what, said) => {
    const { deps, decide, since } = await contradicted(said);
    expect([await decide('ana', PAID), await decide('bob', PAID)]).toEqual(['PROPOSED', 'DECIDED']);
    expect((await since()).slice(1)).toEqual(['PayoutDecisionProposed', 'PayoutSettled', 'CashoutCompleted']);
    const [settled, completed] = (await deps.eventStore.readStream('cashout-cid1')).slice(-2);
    const decided = { proposedBy: 'ana', decidedBy: 'bob' };
    expect(settled?.data).toMatchObject({ amountCents: '15000', endToEndId: 'E77-1', decided });
    expect(completed?.data).toMatchObject({ amountCents: '15000', endToEndId: 'E77-1' });
  });

  test.each([
    ['says that it came back whole', payout('RETURNED', { amount: 14_999n })],
    ['calls it failed', payout('FAILED')],
    ['does not know it', failed('NOT_FOUND')],
  ])('fails by two operators who found nothing, though the provider %s, and is refunded', async (_what, said) => {
    const { deps, decide, since, bank } = await contradicted(said);
    expect([await decide('ana', NOT_PAID), await decide('bob', NOT_PAID)]).toEqual(['PROPOSED', 'DECIDED']);
    const ended = ['PayoutDecisionProposed', 'PayoutDecided', 'CashoutFailed', 'RefundDue'];
    expect((await since()).slice(1)).toEqual(ended);
    deps.clock.advance(24 * 3_600_000);
    const { network, txid, assetId, amountBaseUnits } = event('RefundRecorded').data;
    const to = `0x${'b1'.repeat(20)}`;
    const told = { network, txid, assetId, amountBaseUnits, to, transferredAt: deps.clock.iso() };
    const refunding = recordRefund({ ...deps, payoutProviders: bank.payoutProviders });
    expect(await refunding({ paymentId: 'cid1', transfer: told, due: null }, asked(deps))).toBe(true);
    expect((await since()).slice(5)).toEqual(['RefundRecorded']);
  });

  test.each([
    ['not paid, where the provider says that it was, and the settlement is recorded', NOT_PAID, payout('SETTLED')],
    ['paid, where it has just settled by itself', PAID, payout('SETTLED')],
  ])('is not taken for %s', async (_what, end, said) => {
    const { decide, since } = await contradicted(said);
    await expect(decide('ana', end)).rejects.toMatchObject(WRONG_STATE);
    expect((await since()).slice(1)).toEqual(['PayoutSettled', 'CashoutCompleted']);
  });

  test.each([
    ['paid, where the provider says that it failed', PAID, payout('FAILED')],
    ['not paid, where the payee has all but a cent', NOT_PAID, SHORT],
    ['not paid, where it may still be', NOT_PAID, payout('PROCESSING')],
    ['paid by what is no payment', { how: 'PAID', endToEndId: 'by\nhand' } as const, SHORT],
  ])('is not taken for %s', async (_what, end, said) => {
    const { decide, since } = await contradicted(said);
    await expect(decide('ana', end)).rejects.toHaveProperty('rejection');
    expect((await since()).slice(1)).toEqual([]);
  });

  test('is not taken for paid by a payment that paid another one', async () => {
    const { deps, decide, since } = await contradicted(SHORT);
    const claim = { network: null, reference: 'E77-1', transferId: 'bank:E77-1', paymentId: 'cid2' } as const;
    await happened(deps.eventStore, event('FoundTransferClaimed', claim));
    await expect(decide('ana', PAID)).rejects.toMatchObject(WRONG_STATE);
    expect((await since()).slice(1)).toEqual([]);
  });

  test('is not taken for paid where it is a gift card, whose code nobody would have', async () => {
    const terms = { ...intentCreated.payout, kind: 'GIFT_CARD' } as const;
    const deps = core();
    const sent = [event('PayoutRequested'), event('PayoutDispatched'), event('PayoutContradicted')] as const;
    const paidIn = [event('CashoutIntentCreated', { payout: terms }), event('DepositAccepted')] as const;
    await happened(deps.eventStore, ...paidIn, ...sent);
    deps.clock.advance(2 * TWO_HOURS_MS);
    const asking = (end: PayoutEnd) =>
      decideStep(deps)({ paymentId: 'cid1', outcome: end, by: 'ana', mayPropose: true }, asked(deps));
    await expect(asking(PAID)).rejects.toMatchObject(WRONG_STATE);
    expect(await asking(NOT_PAID)).toBe('PROPOSED');
  });

  test('is not taken for paid while a loss of the log holds it', async () => {
    const { deps, decide } = await contradicted(SHORT);
    await happened(deps.eventStore, event('PayoutHeld', { lostSince: time(75) }));
    await expect(decide('ana', PAID)).rejects.toMatchObject(WRONG_STATE);
  });
});

test('an attempt that was taken for rejected and was paid after all is completed by two operators', async () => {
  const refused = failed('REJECTED', 'INSUFFICIENT_FUNDS');
  const deps = await withRequestedPayout();
  const bank = scriptedProvider({ create: [refused], get: [payout('SETTLED')] });
  const wired = { ...deps, payoutProviders: bank.payoutProviders };
  await dispatchPayout(wired)(step);
  const settlement = { providerId: 'sbx_1', amountCents: '15000', endToEndId: 'E1', receiptUrl: null };
  const outcome = { kind: 'SETTLED', ...settlement } as const;
  const told = {
    stream: step.stream,
    providerKey: deps.providerKey,
    causeEventId: 'late',
    dispatchedAt: null,
  } as const;
  await recordPayoutOutcome(wired)({ ...told, outcome });
  wired.clock.advance(TWO_HOURS_MS);
  const decide = (by: string, end: PayoutEnd) =>
    decideStep(wired)({ paymentId: 'cid1', outcome: end, by, mayPropose: true }, asked(deps));
  await expect(decide('ana', { how: 'NOT_PAID' })).rejects.toMatchObject(WRONG_STATE);
  const paid = { how: 'PAID', endToEndId: 'E77-1' } as const;
  expect([await decide('ana', paid), await decide('bob', paid)]).toEqual(['PROPOSED', 'DECIDED']);
  expect((await typesOf(deps.eventStore, 'cashout-cid1')).slice(3)).toEqual([
    ...['PayoutDispatched', 'PayoutRejected', 'PayoutContradicted'],
    ...['PayoutDecisionProposed', 'PayoutSettled', 'CashoutCompleted'],
  ]);
});
