import type { WithdrawalEvent } from '../../../aggregates/withdrawal/events';
import { MAXIMUM_CONTRADICTIONS } from '../../../aggregates/withdrawal/redemption-phase';
import { withdrawal } from '../../../aggregates/withdrawal/withdrawal';
import { time } from '../../../packages/testing/src/samples/sample-data';
import { event } from '../../../packages/testing/src/samples/sample-events';
import { given } from '../../given';
import { dispatch, request, settlement } from '../cashout/payout-commands';

const redeeming = [event('WithdrawalRequested'), event('RedemptionSent')] as const;
const debited = [...redeeming, event('RedemptionSettled')] as const;
const of = { withdrawId: 'wd1', attempt: 1, providerKey: 'key1' } as const;
const asked: WithdrawalEvent = { type: 'PayoutRequested', data: { ...of, amountCents: '9900', requestedAt: time(81) } };
const dispatched: WithdrawalEvent = {
  type: 'PayoutDispatched',
  data: { ...of, provider: 'sandbox', workerId: 'w1', dispatchedAt: time(82), notAfter: time(97) },
};
const held: WithdrawalEvent = { type: 'PayoutHeld', data: { withdrawId: 'wd1', heldAt: time(90) } };
const settled: WithdrawalEvent = {
  type: 'PayoutSettled',
  data: { ...of, ...settlement, provider: 'sandbox', amountCents: '9900', feeCents: '0', settledAt: time(85) },
};
const paid = [asked, dispatched, settled] as const;
const back = { withdrawId: 'wd1', providerKey: 'key1', provider: 'sandbox', amountCents: '9900' } as const;
const returned: WithdrawalEvent = { type: 'PayoutReturned', data: { ...back, feeCents: '0', returnedAt: time(95) } };
const resolved = (resolution: { readonly how: 'PAID_AGAIN' | 'PARTNER_PAID'; readonly transfer?: string }) => {
  const none = { transfer: null, assetId: null, amountBaseUnits: null };
  const data = { ...back, ...none, ...resolution, resolvedAt: time(100) };
  return { type: 'ReturnResolved', data } satisfies WithdrawalEvent;
};

const doubt = (detail = 'gone', now = time(90)) =>
  ({ type: 'DoubtDebit', redemptionKey: 'redemption1', detail, now }) as const;
const doubted = (detail = 'gone') => event('RedemptionContradicted', { detail, contradictedAt: time(90) });

describe('a settled debit that was undone', () => {
  test.each<[string, readonly WithdrawalEvent[]]>([
    ['is owed', debited],
    ['is requested', [...debited, asked]],
    ['is on its way', [...debited, asked, dispatched]],
    ['will be owed: only the wallet knows the debit yet', redeeming],
  ])('is reported once, and holds the payout that %s', (_name, history) => {
    given(withdrawal, ...history)
      .when(doubt())
      .then(doubted(), held);
    given(withdrawal, ...history, doubted(), held)
      .when(doubt())
      .nothing();
    given(withdrawal, ...history, doubted(), held)
      .when(doubt('gone again'))
      .then(doubted('gone again'));
  });

  test('keeps the end when the payout was paid before', () => {
    const history = [...debited, ...paid, event('WithdrawalCompleted')];
    given(withdrawal, ...history)
      .when(doubt())
      .then(doubted());
    given(withdrawal, ...history, doubted())
      .when(doubt())
      .nothing();
  });

  test.each([
    { how: 'PAID_AGAIN' },
    { how: 'PARTNER_PAID', transfer: 'E2E-77' },
  ] as const)('rejects a second payment after the payout was paid and returned: $how', (resolution) => {
    const resolve = { type: 'ResolveReturn', resolution, expectedCents: '9900', now: time(100) } as const;
    const history = [...debited, ...paid, event('WithdrawalCompleted'), doubted(), returned] as const;
    given(withdrawal, ...history)
      .when(resolve)
      .rejects('WRONG_STATE');
    given(withdrawal, ...history, doubted('gone again'))
      .when({ ...resolve, doubtsRefuted: 1 })
      .rejects('WRONG_STATE');
    given(withdrawal, ...history)
      .when({ ...resolve, doubtsRefuted: 1 })
      .then(resolved(resolution));
    const settledOutside = event('RedemptionDecided', { debited: null, settledBy: 'case:1' });
    given(withdrawal, ...history, settledOutside)
      .when(resolve)
      .then(resolved(resolution));
  });

  test('stops the request and the sending of its payout, also when only the wallet knew it', () => {
    given(withdrawal, ...debited, doubted(), held)
      .when(request(time(91)))
      .nothing();
    given(withdrawal, ...debited, asked, doubted(), held)
      .when(dispatch())
      .nothing();
    given(withdrawal, ...redeeming, doubted(), held, event('RedemptionSettled'))
      .when(request(time(91)))
      .nothing();
  });

  test('releases its payout only when it appears again and an operator agrees', () => {
    const released: WithdrawalEvent = { type: 'PayoutReleased', data: { withdrawId: 'wd1', releasedAt: time(95) } };
    for (const [refuted, told] of [
      [undefined, [doubted()]],
      [1, [doubted(), doubted('gone again')]],
    ] as const) {
      const asks = refuted === undefined ? {} : { doubtsRefuted: refuted };
      given(withdrawal, ...debited, asked, ...told, held)
        .when({ type: 'ReleasePayout', ...asks, now: time(95) })
        .rejects('WRONG_STATE');
    }
    given(withdrawal, ...debited, asked, doubted(), held)
      .when({ type: 'ReleasePayout', doubtsRefuted: 1, now: time(95) })
      .then(released);
    given(withdrawal, ...debited, doubted(), held, released)
      .when(request(time(81)))
      .then(asked);
  });

  test('is reported up to a limit', () => {
    const told = Array.from({ length: MAXIMUM_CONTRADICTIONS }, (_, index) => doubted(`gone ${index}`));
    given(withdrawal, ...debited, held, ...told)
      .when(doubt())
      .nothing();
  });
});

test.each<[string, readonly WithdrawalEvent[]]>([
  ['before its redemption', [event('WithdrawalRequested')]],
  ['after a failure', [...redeeming, event('RedemptionFailed'), event('WithdrawalFailed')]],
  ['of an abandoned withdrawal', [event('WithdrawalAbandoned')]],
  ['of an unknown withdrawal', []],
])('ignores a doubt %s', (_name, history) =>
  given(withdrawal, ...history)
    .when(doubt())
    .nothing());
