import { payeeLimit } from '../../../aggregates/payee-limit/payee-limit';
import { event } from '../../../packages/testing/src/samples/sample-events';
import { given } from '../../given';

const reserved = event('PayeeLimitReserved', { amountCents: '600', limitCents: '1000' });
const givenBack = event('PayeeLimitGivenBack');
const reserve = (paymentId: string, amountCents: string) =>
  ({ type: 'ReservePayeeLimit', reservation: { ...reserved.data, paymentId, amountCents } }) as const;

test('reserves up to the limit, and refuses a centavo more with AMOUNT_ABOVE_LIMIT', () => {
  given(payeeLimit, reserved)
    .when(reserve('other', '400'))
    .then(event('PayeeLimitReserved', { ...reserved.data, paymentId: 'other', amountCents: '400' }));
  given(payeeLimit, reserved).when(reserve('other', '401')).rejects('AMOUNT_ABOVE_LIMIT');
});

test('counts a payment once', () =>
  given(payeeLimit, reserved).when(reserve(reserved.data.paymentId, '600')).nothing());

test('does not count a returned reservation, which returns once', () => {
  const giveBack = { type: 'GiveBackPayeeLimit', paymentId: 'cid1', now: givenBack.data.givenBackAt } as const;
  given(payeeLimit, reserved).when(giveBack).then(givenBack);
  given(payeeLimit, reserved, givenBack).when(giveBack).nothing();
  given(payeeLimit, reserved, givenBack)
    .when(reserve('other', '1000'))
    .then(event('PayeeLimitReserved', { ...reserved.data, paymentId: 'other', amountCents: '1000' }));
});
