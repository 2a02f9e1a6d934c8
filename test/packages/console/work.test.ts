import { Alerts } from '../../../packages/console/operators/alerts/alerts-page';
import { DepositView } from '../../../packages/console/operators/deposits/deposit-page';
import { Deposits } from '../../../packages/console/operators/deposits/deposits-page';
import { Buttons } from '../../../packages/console/operators/payments/decisions/decisions';
import { howsOf, outcomeIn } from '../../../packages/console/operators/payments/decisions/outcomes';
import { ProposalNotice } from '../../../packages/console/operators/payments/decisions/proposal-notice';
import { fieldsOf, Opened } from '../../../packages/console/operators/payments/opening';
import { PaymentView } from '../../../packages/console/operators/payments/payment-view';
import { pageOfWork } from '../../../packages/console/operators/work/pages';
import { Work } from '../../../packages/console/operators/work/work-page';
import type { OpsPayment, OpsProposal, OpsShownDeposit, OpsWorkItem } from '../../../packages/console/wire';
import { drawn, textIn } from './drawn';
import { ether, page, payment, reais, time } from './sample-page';

const HOSTILE = `<img src=x onerror=alert(1)>\u202Egnp\u200B${'A'.repeat(100_000)}`;

const nothing = () => undefined;
const view = { page: page(), isAnswered: true, onReload: nothing, onEarlier: nothing };

describe('opening of personal data', () => {
  test('is offered to a role with the permission', () => {
    expect(textIn(drawn(PaymentView, view))).toContain('Open personal data');
    expect(textIn(drawn(PaymentView, view, 'en', ['approve']))).not.toContain('Open personal data');
  });

  test('offers the fields of the payment, and never the code of a gift card', () => {
    const { people } = payment;
    expect(fieldsOf(payment)).toEqual(['EXTERNAL_ID', 'PAYEE', 'NAME', 'DOCUMENT', 'BIRTH_DATE']);
    expect(fieldsOf({ ...payment, kind: 'CASHIN' })).toContain('PAYER');
    const card = { ...people, payee: { kind: 'GIFT_CARD', shown: 'Loja' } };
    expect(fieldsOf({ ...payment, people: card })).not.toContain('PAYEE');
  });

  test('shows the value as text, or its absence', () => {
    const opened = { field: 'PAYEE', isRepetition: false, position: '5' } as const;
    const html = drawn(Opened, { of: { ...opened, value: '<img src=x>\u202E' }, onClose: nothing });
    expect(html).not.toMatch(/<img|\u202E/);
    expect(textIn(drawn(Opened, { of: { ...opened, value: null }, onClose: nothing }))).toContain('no such value');
  });
});

const item: OpsWorkItem = {
  ...{ kind: 'DEPOSIT', urgency: 3, id: 'ethereum:0xaa:3', paymentId: null, depositId: 'ethereum:0xaa:3' },
  ...{ userId: null, partnerId: 'partner1', partnerName: 'Loja', mode: 'live', amount: reais('123456') },
  ...{ since: time(1), because: ['NO_MEMO'], proposedBy: null, deadline: null },
};

describe('work', () => {
  const counts = [{ kind: 'DEPOSIT' as const, count: 100, hasMore: true }];
  const workOf = (items: OpsWorkItem[]) => drawn(Work, { of: { items, counts, knownTo: '900' }, onReload: nothing });

  test('draws the first 50 of many', () => {
    const html = workOf(Array.from({ length: 120 }, (_, index) => ({ ...item, id: `deposit-${index}` })));
    expect(html.match(/class="row/g)).toHaveLength(50);
    expect(textIn(html)).toContain('Less urgent');
  });

  test('shows the waiting work, its amount, its age and the way to the decision', () => {
    const html = workOf([{ ...item, proposedBy: 'bia', deadline: time(50) }]);
    const text = textIn(html);
    for (const shown of ['Unmatched deposit: assign, refund or write off', 'R$ 1,234.56', 'Money waits', 'No memo'])
      expect(text).toContain(shown);
    for (const shown of ['Loja', 'Proposed by bia', 'until 28 Nov 2026, 10:15:50', '100 or more'])
      expect(text).toContain(shown);
    expect(html).toContain('href="/console/deposits/ethereum%3A0xaa%3A3"');
    expect(textIn(workOf([]))).toContain('Nothing waits for a person.');
    expect(text).not.toContain('Less urgent');
  });

  test('leads to the payment, the alerts or the payments of a user', () => {
    const other = { ...item, depositId: null };
    expect(pageOfWork({ ...other, kind: 'TROUBLE', paymentId: 'p1' })).toBe('/console/payments/p1');
    expect(pageOfWork({ ...other, kind: 'ALERT' })).toBe('/console/alerts');
    expect(pageOfWork({ ...other, kind: 'KYC_REVIEW', userId: 'u1' })).toBe('/console/users/u1');
    expect(pageOfWork({ ...other, kind: 'PARKED_STREAM' })).toBe('/console/projections');
  });

  test('draws hostile texts as bounded text', () => {
    const html = workOf([{ ...item, id: HOSTILE, partnerName: HOSTILE, because: [HOSTILE], proposedBy: HOSTILE }]);
    expect(html).not.toMatch(/<img|[\u202E\u200B]/);
    expect(html.length).toBeLessThan(6_000);
  });
});

const deposit: OpsShownDeposit = {
  ...{ depositId: 'ethereum:0xaa:3', status: 'UNMATCHED', reason: 'NO_MEMO', network: 'ethereum' },
  ...{ mode: 'sandbox', txHash: '0xaa' },
  ...{ amount: ether('15000000000000000'), sender: '0xsender', since: time(1), proposal: null, revision: 2 },
  candidates: [
    {
      ...{ intentId: 'bafy1', status: 'PENDING', amount: ether('15000000000000000') },
      ...{ because: ['SENDER'], refusal: null, setAside: ['MEMO'] },
    },
  ],
  ...{ intentId: null, receiver: '0xreceiver', senderReference: null, unsupported: null, blockNumber: '19000000' },
  ...{ blockTime: time(0), memos: [], mentions: [], transaction: [] },
};

const proposal = {
  ...{ how: 'ASSIGN', intentId: 'bafy1', transaction: null, to: null, reference: null, proposedBy: 'bia' },
  ...{ proposedAt: time(3), reason: 'the payer told us', heldUntil: time(50) },
};

type Permissions = ('approve' | 'operate' | 'open')[];

describe('deposit', () => {
  const textOf = (differences: Partial<OpsShownDeposit>, permissions?: Permissions) =>
    textIn(drawn(DepositView, { of: { ...deposit, ...differences }, onReload: nothing }, 'en', permissions));

  test('shows the deposit and its candidates, with the clauses that an assignment sets aside', () => {
    const text = textOf({});
    for (const shown of ['Unmatched', 'No memo', '0.015000000000000000 ETH', 'Why Same sender', 'Sets aside Memo'])
      expect(text).toContain(shown);
    for (const shown of ['Assign the deposit', 'Record its refund', 'Write the deposit off'])
      expect(text).toContain(shown);
  });

  test('offers no decision to a role without the permission, nor for a refused candidate', () => {
    expect(textOf({}, ['open'])).not.toContain('Assign the deposit');
    const refused = textOf({ candidates: deposit.candidates.map((each) => ({ ...each, refusal: 'LATE' })) });
    expect(refused).toContain('Cannot be assigned Too late');
    expect(refused).not.toContain('Assign the deposit');
  });

  test('offers the second decision only to another operator', () => {
    const other = textOf({ proposal });
    for (const shown of ['Proposed by bia', 'the payer told us', 'Give the second word'])
      expect(other).toContain(shown);
    const own = textOf({ proposal: { ...proposal, proposedBy: 'ana' } });
    expect(own).toContain('Another person gives the second word.');
    expect(own).not.toContain('Give the second word');
    expect(textOf({ proposal }, ['approve'])).not.toContain('Withdraw the proposal');
  });

  test('is shown in a list, with hostile texts bounded', () => {
    const listed = { ...deposit, sender: HOSTILE, reason: HOSTILE, network: HOSTILE };
    const html = drawn(Deposits, { of: { items: [listed], hasMore: true } });
    expect(html).not.toMatch(/<img|[\u202E\u200B]/);
    expect(html.length).toBeLessThan(5_000);
    expect(textIn(drawn(Deposits, { of: { items: [], hasMore: false } }))).toContain('Every deposit is matched');
  });
});

describe('decision', () => {
  const shown: OpsProposal = {
    ...{ outcome: { how: 'PAID', transfer: 'E2026' }, proposedBy: 'bia', proposedAt: time(3), reason: 'at the bank' },
    ...{ changedSince: ['PayoutOutcomeUnknown'], revision: 7 },
  };
  const noticeOf = (differences: Partial<OpsProposal>, permissions?: Permissions) =>
    textIn(
      drawn(
        ProposalNotice,
        { of: { ...shown, ...differences }, paymentId: 'p1', onSecond: nothing, onWithdrawn: nothing },
        'en',
        permissions,
      ),
    );

  test('shows the proposal with its evidence, and the changes since', () => {
    const text = noticeOf({});
    for (const part of ['The payout was paid', 'bia', 'E2026', 'at the bank', 'PayoutOutcomeUnknown'])
      expect(text).toContain(part);
    expect(text).toContain('Give the second word');
    expect(noticeOf({ proposedBy: 'ana' })).not.toContain('Give the second word');
    expect(text).toContain('Withdraw the proposal');
    expect(noticeOf({}, ['open'])).not.toMatch(/Give the second word|Withdraw/);
  });

  test('asks for the evidence of the chosen end', () => {
    const fields = new Map(Object.entries({ how: 'DEBITED', transaction: '0xaa', assetId: '7', baseUnits: '5' }));
    const outcome = outcomeIn((name) => fields.get(name) ?? '');
    expect(outcome).toEqual({ how: 'DEBITED', transaction: '0xaa', assetId: 7, baseUnits: '5' });
    expect(outcomeIn(() => 'NOT_PAID')).toEqual({ how: 'NOT_PAID' });
    expect(howsOf({ kind: 'CASHIN' })).toEqual(['DELIVERED', 'REFUNDED']);
  });

  test('is offered by role and state', () => {
    const buttons = (possibleDecisions: OpsPayment['possibleDecisions'], permissions?: Permissions) =>
      textIn(drawn(Buttons, { payment: { ...payment, possibleDecisions }, onWay: nothing }, 'en', permissions));
    expect(buttons(['HOLD', 'DECIDE'])).toBe('Hold Decide the outcome');
    expect(buttons(['RELEASE'])).toBe('Release');
    expect(buttons([])).toBe('');
    expect(buttons(['HOLD'], ['approve'])).toBe('');
  });
});

test('names the subject of an alert, which an operator closes', () => {
  const alert = { kind: 'kyc-erasure', subject: 's1', says: HOSTILE, facts: { sessionId: HOSTILE }, openedAt: time(1) };
  const html = drawn(Alerts, { of: [alert], onReload: nothing });
  expect(html).not.toMatch(/<img|[\u202E\u200B]/);
  expect(textIn(html)).toContain('Close the alert');
  expect(textIn(drawn(Alerts, { of: [alert], onReload: nothing }, 'en', ['approve']))).not.toContain('Close the alert');
  expect(textIn(drawn(Alerts, { of: [], onReload: nothing }))).toBe('No alert is open.');
});
