import { fieldsOf, Opened } from '../../../packages/console/operators/payments/opening';
import { PaymentView } from '../../../packages/console/operators/payments/payment-view';
import { drawn, textIn } from './drawn';
import { page, payment } from './sample-page';

const nothing = () => undefined;
const view = { page: page(), isAnswered: true, onReload: nothing, onEarlier: nothing };

describe('opening of personal data', () => {
  test('is offered to a role that may open', () => {
    expect(textIn(drawn(PaymentView, view))).toContain('Open personal data');
    expect(textIn(drawn(PaymentView, view, 'en', ['approve']))).not.toContain('Open personal data');
  });

  test('offers the fields that a payment can have, and never the code of a gift card', () => {
    const { people } = payment;
    expect(fieldsOf(payment)).toEqual(['EXTERNAL_ID', 'PAYEE', 'NAME', 'DOCUMENT', 'BIRTH_DATE']);
    expect(fieldsOf({ ...payment, kind: 'CASHIN' })).toContain('PAYER');
    const card = { ...people, payee: { kind: 'GIFT_CARD', shown: 'Loja' } };
    expect(fieldsOf({ ...payment, people: card })).not.toContain('PAYEE');
  });

  test('shows the value as text, or that there is none', () => {
    const opened = { field: 'PAYEE', isRepetition: false, position: '5' } as const;
    const html = drawn(Opened, { of: { ...opened, value: '<img src=x>\u202E' }, onClose: nothing });
    expect(html).not.toMatch(/<img|\u202E/);
    expect(textIn(drawn(Opened, { of: { ...opened, value: null }, onClose: nothing }))).toContain('no such value');
  });
});
