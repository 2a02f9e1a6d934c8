import { AsOf } from '../../../packages/console/operators/payments/as-of';
import { Chips } from '../../../packages/console/operators/payments/list/chips';
import { FilterForm } from '../../../packages/console/operators/payments/list/filter-form';
import { askedBy, filtersIn, filtersOf, without } from '../../../packages/console/operators/payments/list/filters';
import { PaymentList } from '../../../packages/console/operators/payments/list/list-page';
import { isStale, joined, shownTo } from '../../../packages/console/operators/payments/live';
import { inSaoPaulo, placeOf, positionsOf } from '../../../packages/console/operators/payments/moments';
import { groupsOf, onlyPaymentIn, pageOf } from '../../../packages/console/operators/search/hits';
import { Hits } from '../../../packages/console/operators/search/search-page';
import type { OpsHit, OpsListedPayment } from '../../../packages/console/wire';
import { drawn, textIn } from './drawn';
import { ether, event, page, payment, reais, time } from './sample-page';

const nothing = () => undefined;
const HOSTILE = `<img src=x onerror=alert(1)>\u202Egnp\u200B${'A'.repeat(100_000)}`;

const row: OpsListedPayment = {
  ...{ id: payment.id, kind: 'CASHOUT', mode: 'live', status: 'FAILED', partnerId: 'partner1', partnerName: 'Loja' },
  ...{ userId: 'user1', network: 'ethereum', crypto: ether('15000000000000000'), fiat: reais('123456') },
  ...{ method: 'PIX_KEY', reasonCode: 'AC03', labels: ['LATE'], isHeld: true, reference: 'order-9' },
  ...{ createdAt: time(1), updatedAt: time(2), completedAt: null },
};

const hit: OpsHit = {
  ...{ kind: 'CASHOUT', id: payment.id, by: 'WALLET', status: 'COMPLETED', partnerId: 'partner1' },
  ...{ partnerName: 'Loja', mode: 'sandbox', since: time(1) },
};

const listOf = (rows: readonly OpsListedPayment[], filters: Readonly<Record<string, string>> = { mode: 'live' }) =>
  drawn(PaymentList, {
    ...{ page: { data: [...rows], meta: { nextCursor: 'p2', hasMore: true, knownTo: '900' } } },
    ...{ filters, onReload: nothing },
  });

describe('list of payments', () => {
  test('shows state, hold, reason, labels and exact amounts of each payment', () => {
    const text = textIn(listOf([row]));
    for (const shown of ['Failed', 'on hold', 'AC03', 'late', 'R$ 1,234.56', '0.015000000000000000 ETH', 'Loja'])
      expect(text).toContain(shown);
    expect(text).toContain('Known up to position 900');
  });

  test('links to the next page with the same filters, and back to the first', () => {
    const next = listOf([row], { mode: 'live', kind: 'CASHIN' });
    expect(next).toContain('href="/console/payments?mode=live&amp;kind=CASHIN&amp;cursor=p2"');
    expect(textIn(next)).not.toContain('First page');
    const later = listOf([row], { mode: 'live', kind: 'CASHIN', cursor: 'p1' });
    expect(later).toMatch(/href="\/console\/payments\?mode=live&amp;kind=CASHIN"[^>]*>First page/);
  });

  test('says that no payment has the filters', () => {
    expect(textIn(listOf([]))).toContain('No payment has all of these filters.');
  });

  test('draws hostile texts as bounded text', () => {
    const html = listOf([{ ...row, reference: HOSTILE, partnerName: HOSTILE, reasonCode: HOSTILE, network: HOSTILE }]);
    expect(html).not.toMatch(/<img|[\u202E\u200B]/);
    expect(html.match(/U\+202E/g)?.length).toBe(4);
    expect(html.length).toBeLessThan(5_000);
  });
});

describe('filters of the address', () => {
  test('take the first mode of the installation, and keep names that only the service can reject', () => {
    expect(filtersIn('?kind=CASHIN&colour=red', 'live')).toEqual({ mode: 'live', kind: 'CASHIN', colour: 'red' });
    expect(filtersIn('?mode=sandbox', 'live')).toEqual({ mode: 'sandbox' });
  });

  test('go to the first page with any other filter', () => {
    expect(without({ mode: 'live', kind: 'CASHIN', cursor: 'p2' }, 'kind')).toEqual({ mode: 'live' });
  });

  test('come from a form: an empty field is no filter, reais become cents', () => {
    const form = [
      ...([
        ['mode', 'live'],
        ['kind', ''],
        ['reasonCode', ' AC03 '],
      ] as const),
      ...([
        ['amountFrom', '10,5'],
        ['amountTo', '0012'],
      ] as const),
    ];
    expect(filtersOf(form)).toEqual({ mode: 'live', reasonCode: 'AC03', amountFrom: '1050', amountTo: '1200' });
    expect(filtersOf([['amountFrom', '1e9']])).toEqual({ amountFrom: '1e9' });
  });

  test('ask with days of São Paulo, and with exact times unchanged', () => {
    const asked = askedBy({ createdFrom: '2026-11-28', createdTo: '2026-11-28T10:00:00Z', partnerId: '2026-11-28' });
    expect(asked).toEqual({
      createdFrom: '2026-11-28T00:00:00-03:00',
      ...{ createdTo: '2026-11-28T10:00:00Z', partnerId: '2026-11-28' },
    });
  });

  test('are drawn as chips with words, and in the form', () => {
    const filters = { mode: 'live', status: 'FAILED', held: 'true', amountFrom: '1050', colour: HOSTILE };
    const chips = drawn(Chips, { filters });
    for (const shown of ['State: Failed ×', 'On hold: yes ×', 'At least (R$): R$ 10.50 ×', 'colour: &lt;img'])
      expect(chips).toContain(shown);
    expect(chips.length).toBeLessThan(3_000);
    const form = drawn(FilterForm, { filters, modes: ['live', 'sandbox'] });
    expect(form).toContain('<option value="FAILED" selected>Failed</option>');
    expect(form).toContain('value="10.50"');
  });
});

describe('hits of a search', () => {
  test('open the only payment at once, and no page when they are several', () => {
    expect(onlyPaymentIn({ hits: [hit], hasMore: false })).toBe(payment.id);
    expect(onlyPaymentIn({ hits: [hit, { ...hit, id: 'other' }], hasMore: false })).toBeNull();
    expect(onlyPaymentIn({ hits: [{ ...hit, kind: 'USER' }], hasMore: false })).toBeNull();
    expect(onlyPaymentIn({ hits: [], hasMore: false })).toBeNull();
  });

  test('are grouped by kind, with the name that found each', () => {
    const hits: OpsHit[] = [hit, { ...hit, kind: 'USER', id: 'user1', status: null }, { ...hit, id: 'other' }];
    expect(groupsOf(hits).map(({ kind, hits: { length } }) => [kind, length])).toEqual([
      ['CASHOUT', 2],
      ['USER', 1],
    ]);
    const text = textIn(drawn(Hits, { of: { hits, hasMore: true } }));
    for (const shown of ['Cash-outs', 'Users', 'wallet', 'Completed', 'its page', 'There are more hits'])
      expect(text).toContain(shown);
  });

  test('lead to the page of a user, a partner or a network', () => {
    expect(pageOf({ ...hit, kind: 'USER', id: 'user1' })).toBe('/console/users/user1');
    expect(pageOf({ ...hit, kind: 'PARTNER', id: 'p1', mode: null })).toBe('/console/partners/p1');
    expect(pageOf({ ...hit, kind: 'NETWORK', id: 'tron' })).toBe('/console/networks');
    expect(pageOf({ ...hit, kind: 'QUOTE' })).toBeNull();
  });

  test('are drawn as bounded text', () => {
    const html = drawn(Hits, {
      of: { hits: [{ ...hit, kind: 'DELIVERY', id: HOSTILE, partnerName: HOSTILE }], hasMore: false },
    });
    expect(html).not.toMatch(/<img|[\u202E\u200B]/);
    expect(html.length).toBeLessThan(4_000);
  });
});

describe('moments of a payment', () => {
  const id = payment.id;
  const own = (number: number) => event(number, { stream: `cashout-${id}` });
  const shown = page({}, [event(5), own(4), event(4), own(2), event(1)]);

  test('are the positions since its first event, oldest first', () => {
    expect(positionsOf(shown)).toEqual(['2', '4', '5']);
    expect(placeOf(['2', '4', '5'], null)).toBe(2);
    expect(placeOf(['2', '4', '5'], '4')).toBe(1);
    expect(placeOf(['2', '4', '5'], '1')).toBe(0);
  });

  test('are named on the page, with the way back', () => {
    const past = { ...shown, payment: { ...payment, asOf: { position: '4', at: time(4) } } };
    const html = drawn(AsOf, { page: past });
    expect(textIn(html)).toContain('what was known at 28 Nov 2026, 10:15:04 GMT-3 , position 4');
    expect(html).toContain(`href="/console/payments/${id}"`);
    expect(textIn(drawn(AsOf, { page: shown }))).not.toContain('what was known');
  });

  test('are times of São Paulo, with or without seconds', () => {
    expect(inSaoPaulo('2026-11-28T12:00')).toBe('2026-11-28T12:00:00-03:00');
    expect(inSaoPaulo('2026-11-28T12:00:05')).toBe('2026-11-28T12:00:05-03:00');
  });
});

describe('news about an open payment', () => {
  const shown = page({}, [event(902), event(901)]);

  test('are events after the newest shown one', () => {
    expect(shownTo(shown)).toBe('902');
    expect(shownTo(page())).toBe('900');
  });

  test('are an event, or a state that has caught up with the timeline', () => {
    expect(isStale(page({}, [event(900)]), { isChanged: true, knownTo: '900' })).toBe(true);
    expect(isStale(shown, { isChanged: false, knownTo: '900' })).toBe(false);
    expect(isStale(shown, { isChanged: false, knownTo: '902' })).toBe(true);
    expect(isStale(page({ knownTo: '902' }, [event(902)]), { isChanged: false, knownTo: '950' })).toBe(false);
  });

  test('keep the earlier events that were loaded, unless some are missing between', () => {
    const more = (events: readonly number[], nextCursor: string | null) => ({
      ...shown,
      timeline: { events: events.map((number) => event(number)), nextCursor },
    });
    const after = joined(more([5, 4, 3, 2], 'event2'), more([6, 5], 'event5'));
    expect(after.timeline.events.map(({ position }) => position)).toEqual(['6', '5', '4', '3', '2']);
    expect(after.timeline.nextCursor).toBe('event2');
    expect(joined(more([3, 2], null), more([9, 8], 'event8')).timeline.events).toHaveLength(2);
    expect(joined(more([3, 2], null), more([4, 3, 2], null)).timeline.events).toHaveLength(3);
  });
});
