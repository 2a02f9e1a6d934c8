import { behindBy } from '../../../packages/console/operators/payments/known';
import { PaymentView } from '../../../packages/console/operators/payments/payment-view';
import { placesOf } from '../../../packages/console/operators/payments/steps';
import { byMinute } from '../../../packages/console/parts/timeline';
import type { OpsEvent, OpsPayment } from '../../../packages/console/wire';
import type { Language } from '../../../packages/console/words/languages';
import { drawn, textIn } from './drawn';
import { deposit, event, page, payment, payout, reais, time } from './sample-page';

const nothing = () => undefined;

const viewOf = (differences: Partial<OpsPayment> = {}, events: readonly OpsEvent[] = [], language: Language = 'en') =>
  drawn(
    PaymentView,
    { page: page(differences, events), isAnswered: true, onReload: nothing, onEarlier: nothing },
    language,
  );

describe('payment', () => {
  test('shows state, amounts, people and terms in English', () => {
    const text = textIn(viewOf());
    for (const shown of ['Cash-out R$ 1,234.56', 'Completed', 'Corretora , active', '0.015000000000000000 ETH'])
      expect(text).toContain(shown);
    expect(text).toContain('Payee PIX key : ***.456.789-**');
    expect(text).toContain("Partner's id of the user sealed");
  });

  test('shows the same in Portuguese, and the explanation as English', () => {
    const html = viewOf({}, [], 'pt-BR');
    expect(textIn(html)).toContain('Cash-out R$ 1.234,56');
    expect(textIn(html)).toContain('Entradas');
    expect(html).toMatch(/<p lang="en"><bdi class="text">It was paid/);
  });

  test('shows a failure, a hold and a refund at the top', () => {
    const refund = { owed: deposit.amount, to: '0xsender', reason: 'PAYOUT_FAILED', dueAt: time(40) };
    const html = viewOf({ status: 'FAILED', reasonCode: 'ACCOUNT_CLOSED', isHeld: true, refund });
    const head = textIn(html.slice(0, html.indexOf('class="halves"')));
    for (const shown of ['Failed', 'ACCOUNT_CLOSED', 'On hold', 'Refund owed', 'PAYOUT_FAILED'])
      expect(head).toContain(shown);
  });

  test('shows every deposit with its verdict, and every attempt', () => {
    const other = { ...deposit, id: 'ethereum:0xbb:1', status: 'UNMATCHED', isAccepted: false, reason: 'LATE' };
    const rejected = { ...payout, id: 'key0', status: 'REJECTED', code: 'AC03' };
    const text = textIn(viewOf({ moneyIn: [deposit, other], moneyOut: [rejected, { ...payout, attempt: 2 }] }));
    expect(text).toContain('Accepted no Reason LATE');
    expect(text).toContain('Payout, attempt 1');
    expect(text).toMatch(/Rejected Code AC03/);
    expect(text).toContain('Payout, attempt 2');
  });

  test('shows the agreed amount beside a deposit of another amount', () => {
    const less = { ...deposit, amount: { ...deposit.amount, baseUnits: '14000000000000000' } };
    expect(textIn(viewOf({ moneyIn: [less] }))).toContain('Agreed amount 0.015000000000000000 ETH');
    expect(textIn(viewOf())).not.toContain('Agreed amount');
  });

  test('reports that no money was received or sent', () => {
    const text = textIn(viewOf({ moneyIn: [], moneyOut: [] }));
    expect(text).toContain('No money has come in.');
    expect(text).toContain('No money has gone out.');
  });

  test('names the asset of an amount that the catalog lacks', () => {
    const amount = { baseUnits: '5000', decimals: null, symbol: null, assetId: 99 };
    expect(textIn(viewOf({ moneyIn: [{ ...deposit, amount }] }))).toContain('5,000 base units of asset 99');
  });

  test('shows the returned part of a receipt', () => {
    const receipt = { url: 'https://pay.example/r/1', paid: reais('100'), endToEndId: null, paidAt: time(25) };
    expect(textIn(viewOf({ receipts: [{ ...receipt, returned: reais('0') }] }))).not.toContain('Returned later');
    const html = viewOf({ receipts: [{ ...receipt, returned: reais('30') }] });
    expect(textIn(html)).toContain('Returned later R$ 0.30');
    expect(html).toContain('href="https://pay.example/r/1"');
  });
});

describe('steps', () => {
  const steps = (reached: number) =>
    payment.steps.map(({ step }, index) => ({ step, at: index < reached ? time(index) : null }));

  test('mark the place of an open payment, and the steps that it has not reached', () => {
    const places = placesOf({ steps: steps(3), status: 'PROCESSING' }).map(({ place }) => place);
    expect(places.slice(1, 4)).toEqual(['reached', 'current', 'notReached']);
  });

  test('mark no place in an ended payment', () => {
    const places = placesOf({ steps: steps(2), status: 'EXPIRED' }).map(({ place }) => place);
    expect(places.slice(0, 3)).toEqual(['reached', 'reached', 'notReached']);
  });
});

describe('timeline', () => {
  test('groups events by minute, oldest first', () => {
    const events = [event(58), event(59), event(61)];
    expect(byMinute(events).map((minute) => minute.map(({ eventId }) => eventId))).toEqual([
      ['event58', 'event59'],
      ['event61'],
    ]);
    const text = textIn(viewOf({}, events.toReversed()));
    expect(text).toContain('3 events, oldest first.');
    expect(text.indexOf('28 Nov 2026, 10:15 GMT-3')).toBeLessThan(text.indexOf('28 Nov 2026, 10:16 GMT-3'));
  });

  test('shows sentence, actor, reason, cause and data of an event', () => {
    const held = event(1, {
      ...{
        type: 'PayoutHeld',
        actor: { kind: 'operator', id: 'ana' },
        reason: 'sanctions check',
        cause: 'PayoutRequested',
      },
      data: { intentId: 'bafy', payee: { sealed: true } },
    });
    const html = viewOf({}, [held]);
    const text = textIn(html);
    expect(text).toContain('The payout was put on hold. Operator ana Reason: sanctions check');
    expect(text).toContain('Caused by PayoutRequested');
    expect(html).toMatch(/<details><summary>Data<\/summary>.*&quot;sealed&quot;: true/s);
  });

  test('writes amounts of the payment’s asset with its symbol', () => {
    const due = event(1, { type: 'RefundDue', data: { amountBaseUnits: '15000000000000000', assetId: 7, to: '0xs' } });
    expect(textIn(viewOf({}, [due]))).toContain('A refund of 0.015000000000000000 ETH is due');
  });

  test('offers earlier events when the first is missing', () => {
    const shown = page({}, [event(1)]);
    const view = { ...shown, timeline: { ...shown.timeline, nextCursor: 'event1' } };
    const text = textIn(drawn(PaymentView, { page: view, isAnswered: true, onReload: nothing, onEarlier: nothing }));
    expect(text).toContain('The newest 1 events');
    expect(text).toContain('Load earlier events');
  });

  test('counts the events that the state is behind', () => {
    const events = [event(1), event(2, { position: '901' }), event(3, { position: '1000' })];
    expect(behindBy(payment, events)).toBe(2);
    expect(textIn(viewOf({}, events))).toContain('behind the timeline by 2 events');
    expect(textIn(viewOf({}, [event(1)]))).not.toContain('behind the timeline');
  });
});
