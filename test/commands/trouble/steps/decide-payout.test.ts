import type { PayoutEnd } from '../../../../aggregates/payout/events';
import { providerKeyOf } from '../../../../commands/handling/deterministic-ids';
import type { PayoutProvider } from '../../../../commands/ports/providers/payout-provider';
import { decide as decideStep } from '../../../../commands/trouble/decide';
import { intentCreated, time } from '../../../../packages/testing/src/samples/sample-data';
import { event } from '../../../../packages/testing/src/samples/sample-events';
import { core, happened } from '../../../core';
import { about, failed, offering, payout, type Script, scriptedProvider } from '../../../doubles/scripted-provider';
import { withRequestedPayout } from '../../../samples/paid-intent';
import { asked } from '../../operator/asked';
import { NOT_PAID } from '../words';
import { HOUR_MS, PAID, sentTo, WRONG_STATE } from './deciding-payout';

type Answers = NonNullable<Script['get']>;

const bankOf = (...get: Answers) => scriptedProvider({ create: [failed('UNKNOWN', 'TIMEOUT')], get });
const unanswered = (...get: Answers) => sentTo(bankOf(...get).provider);
const NOBODY = failed('NOT_FOUND');
const FAILED = ['PayoutDecisionProposed', 'PayoutDecided', 'CashoutFailed', 'RefundDue'];
const COMPLETED = ['PayoutDecisionProposed', 'PayoutSettled', 'CashoutCompleted'];

describe('a payout whose outcome is unknown', () => {
  test.each([
    ['does not know it', NOBODY, 3],
    ['is away', failed('UNAVAILABLE'), 3],
    ['ends in an error', new Error('socket hang up'), 3],
    ['is configured no more', NOBODY, 0],
  ])('is decided as not paid, and owed back a day later, when its provider %s', async (_what, get, asks) => {
    const bank = bankOf(get);
    const { deps, decide, both, since } = await sentTo(bank.provider);
    const gone = asks > 0 ? {} : { payoutProviders: offering() };
    const configured = { ...gone, isUnreachable: get !== NOBODY || asks === 0 };
    const words = [await decide('ana', NOT_PAID, configured), ...(await both(NOT_PAID, configured))];
    expect(words).toEqual(['PROPOSED', 'PROPOSED', 'DECIDED']);
    expect([await since(), bank.asked.length]).toEqual([FAILED, asks]);
    const [decided, failure, due] = (await deps.eventStore.readStream('cashout-cid1')).slice(-3);
    const refundableFrom = new Date(deps.clock.now() + 24 * HOUR_MS).toISOString();
    expect(decided?.data).toMatchObject({ proposedBy: 'ana', decidedBy: 'bob', refundableFrom });
    expect(failure?.data).toMatchObject({ reasonCode: 'DECIDED_UNPAID', refundDue: true });
    expect(due?.data).toMatchObject({ reason: 'PAYOUT_FAILED', amountBaseUnits: '25000000', refundableFrom });
  });

  test.each([
    ['settled', payout('SETTLED'), ['PayoutSettled', 'CashoutCompleted']],
    ['refused', payout('FAILED'), ['PayoutRejected', 'CashoutFailed', 'RefundDue']],
    ['on its way', payout('PROCESSING'), []],
    ['just created', payout('CREATED'), []],
    ['of another amount', payout('SETTLED', { amount: 1n }), ['PayoutContradicted']],
    ['in a state of its own', payout('LOST' as 'FAILED'), []],
    ['of another key', payout('SETTLED', { idempotencyKey: 'another' }), []],
  ])('is not decided while the provider knows it as %s', async (_what, get, events) => {
    const { decide, since } = await unanswered(get);
    await expect(decide('ana')).rejects.toMatchObject(WRONG_STATE);
    expect(await since()).toEqual(events);
  });

  test('is not decided by the second operator when the provider already knows it', async () => {
    const { both, since } = await unanswered(failed('NOT_FOUND'), payout('SETTLED'));
    await expect(both()).rejects.toMatchObject(WRONG_STATE);
    expect(await since()).toEqual(COMPLETED);
  });

  test.each([
    ['a later attempt, which the log has lost, was paid', payout('SETTLED'), 'reports attempt 2 as SETTLED'],
    ['a provider does not answer', failed('UNAVAILABLE'), 'does not answer'],
  ])('is not decided while a loss of the log holds it and %s', async (_what, second, why) => {
    const { deps, bank, decide, since } = await unanswered(failed('NOT_FOUND'));
    await happened(deps.eventStore, event('PayoutHeld', { lostSince: time(75) }));
    const get: PayoutProvider['get'] = async (context, asking) => {
      const { idempotencyKey: key } = asking;
      return key === providerKeyOf('cid1', 2) ? about(key, second) : bank.get(context, asking);
    };
    const asking = decide('ana', NOT_PAID, { everyPayoutProvider: [{ ...bank, get }] });
    await expect(asking).rejects.toMatchObject({
      rejection: { code: 'WRONG_STATE', message: expect.stringContaining(why) as string },
    });
    expect(await since()).toEqual(['PayoutHeld']);
  });

  test.each([
    ['does not accept our credentials', failed('UNAVAILABLE', 'AUTH'), {}, 'does not answer'],
    ['is configured no more', NOBODY, { payoutProviders: offering() }, 'does not answer'],
    ['holds the order unapproved', failed('NOT_FOUND', 'UNAPPROVED'), { isUnreachable: true }, 'cancel it'],
  ])('is not decided while its provider %s', async (_what, get, differences, why) => {
    const { decide, since } = await unanswered(get);
    await expect(decide('ana', NOT_PAID, differences)).rejects.toMatchObject({
      rejection: { code: 'WRONG_STATE', message: expect.stringContaining(why) as string },
    });
    expect(await since()).toEqual([]);
  });

  test('is not decided within 2 h', async () => {
    const { decide, since } = await sentTo(bankOf(failed('NOT_FOUND')).provider, 2 * HOUR_MS - 1);
    await expect(decide('ana')).rejects.toMatchObject(WRONG_STATE);
    expect(await since()).toEqual([]);
  });

  test('stays failed, with an alert, when it is reported as settled after the decision', async () => {
    const { deps, both, comesToLight, since } = await unanswered(failed('NOT_FOUND'));
    await both();
    await comesToLight();
    expect(await since()).toEqual([...FAILED, 'PayoutContradicted']);
    expect(deps.alerts).toContainEqual(
      expect.objectContaining({ what: 'A provider contradicts itself about a payout' }),
    );
  });
});

test('is not decided when no payout is owed or sent', async () => {
  for (const [deps, code] of [
    [core(), 'NOT_FOUND'],
    [await withRequestedPayout(), 'WRONG_STATE'],
  ] as const) {
    const asking = decideStep(deps)({ paymentId: 'cid1', outcome: NOT_PAID, by: 'ana', mayPropose: true }, asked(deps));
    await expect(asking).rejects.toMatchObject({ rejection: { code } });
  }
});

describe('a payout with a contradiction', () => {
  const SHORT = payout('SETTLED', { amount: 14_999n });

  /** The bank has reported a cent less once. */
  const contradicted = async (...then: Answers) => {
    const open = await unanswered(SHORT, ...then);
    await expect(open.decide('ana')).rejects.toMatchObject(WRONG_STATE);
    return { ...open, since: async () => (await open.since()).slice(1) };
  };

  test.each<[string, PayoutEnd, Answers[number]]>([
    ['says so again', PAID, SHORT],
    ['does not know it', PAID, failed('NOT_FOUND')],
    ['calls it on its way', PAID, payout('PROCESSING')],
    ['says that it came back whole', NOT_PAID, payout('RETURNED', { amount: 14_999n })],
    ['calls it failed', NOT_PAID, payout('FAILED')],
    ['does not know it', NOT_PAID, failed('NOT_FOUND')],
  ])('is ended by two operators when its provider %s: %j', async (_what, end, said) => {
    const { deps, both, refund, since } = await contradicted(said);
    expect(await both(end)).toEqual(['PROPOSED', 'DECIDED']);
    if (end.how === 'PAID') {
      expect(await since()).toEqual(COMPLETED);
      const [settled, completed] = (await deps.eventStore.readStream('cashout-cid1')).slice(-2);
      const paid = { amountCents: '15000', endToEndId: 'E77-1' };
      expect(settled?.data).toMatchObject({ ...paid, decided: { proposedBy: 'ana', decidedBy: 'bob' } });
      expect(completed?.data).toMatchObject(paid);
    } else {
      deps.clock.advance(24 * HOUR_MS);
      expect(await refund()).toBe(true);
      expect(await since()).toEqual([...FAILED, 'RefundRecorded']);
    }
  });

  test.each<[string, PayoutEnd, Answers[number], readonly string[]]>([
    ['not paid, where its provider has settled it', NOT_PAID, payout('SETTLED'), COMPLETED.slice(1)],
    ['paid, where it has just settled by itself', PAID, payout('SETTLED'), COMPLETED.slice(1)],
    ['paid, where the provider says that it failed', PAID, payout('FAILED'), []],
    ['not paid, where the payee has all but a cent', NOT_PAID, SHORT, []],
    ['not paid, where it may still be', NOT_PAID, payout('PROCESSING'), []],
    ['paid by what is no payment', { how: 'PAID', endToEndId: 'by\nhand' }, SHORT, []],
  ])('is not decided as %s', async (_what, end, said, events) => {
    const { decide, since } = await contradicted(said);
    await expect(decide('ana', end)).rejects.toHaveProperty('rejection');
    expect(await since()).toEqual(events);
  });

  test.each([
    [
      'that paid another one',
      event('FoundTransferClaimed', {
        ...{ network: null, reference: 'E77-1', transferId: 'bank:E77-1', paymentId: 'cid2' },
      }),
      [],
    ],
    ['while a loss of the log holds it', event('PayoutHeld', { lostSince: time(75) }), ['PayoutHeld']],
  ])('is not decided as paid by a payment %s', async (_what, before, events) => {
    const { deps, decide, since } = await contradicted(SHORT);
    await happened(deps.eventStore, before);
    await expect(decide('ana', PAID)).rejects.toMatchObject(WRONG_STATE);
    expect(await since()).toEqual(events);
  });

  test('is not decided as paid when it is a gift card, whose code would be missing', async () => {
    const terms = { ...intentCreated.payout, kind: 'GIFT_CARD' } as const;
    const deps = core();
    const sent = [event('PayoutRequested'), event('PayoutDispatched'), event('PayoutContradicted')] as const;
    const paidIn = [event('CashoutIntentCreated', { payout: terms }), event('DepositAccepted')] as const;
    await happened(deps.eventStore, ...paidIn, ...sent);
    deps.clock.advance(4 * HOUR_MS);
    const asking = (end: PayoutEnd) =>
      decideStep(deps)(
        { paymentId: 'cid1', outcome: end, by: 'ana', mayPropose: true, isUnreachable: true },
        asked(deps),
      );
    await expect(asking(PAID)).rejects.toMatchObject(WRONG_STATE);
    expect(await asking(NOT_PAID)).toBe('PROPOSED');
  });
});
