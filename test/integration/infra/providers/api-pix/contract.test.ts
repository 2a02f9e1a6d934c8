import { describeChargeProvider } from '../../../../../packages/testing/src/contracts';
import { idOf, openWorld } from '../../../../infra/providers/api-pix/world';
import fc from '../../../../properties';
import { payCharge, settleRefunds } from '../../../../providers/api-pix-books';
import { describeChargeSwitchboard } from '../charge-switchboard';

describeChargeProvider('api-pix', {
  open: openWorld,
  faults: {
    reject: ({ books }) => {
      books.next = { refused: 'O objeto cob.devedor não respeita o _schema_.' };
    },
    loseAnswer: ({ server }) => server.arm('RESET_AFTER', 'PUT /v2/cob/'),
    loseRefundAnswer: ({ server }) => server.arm('RESET_AFTER', 'PUT /v2/pix/'),
    failRefund: ({ books }) => {
      books.next = { failsRefund: true };
    },
    payAgain: () => undefined,
    payOtherwise: () => undefined,
    settleRefunds: ({ books }) => settleRefunds(books),
  },
  ...{ idempotency: 'NATIVE', books: 'ACCOUNT' },
});

describeChargeSwitchboard('a bank of the API Pix', {
  open: openWorld,
  lines: {
    charge: ['PUT /v2/cob/', 'GET /v2/cob/', 'PATCH'],
    refund: ['PUT /v2/pix/', 'GET /v2/pix/'],
  },
  booked: ({ books }, key) => {
    const charge = books.charges.get(idOf(key));
    const refunds = charge?.pix.flatMap(({ devolucoes }) => devolucoes.map(({ valor }) => Number(valor) * 100)) ?? [];
    const valor = charge?.told['valor'] as { readonly original: string } | undefined;
    return valor === undefined ? null : { cents: Number(valor.original) * 100, refunds };
  },
  pay: ({ books, clock }, key) => payCharge(books, idOf(key), clock.now()).endToEndId,
  bodies: (own, values) =>
    fc.oneof(
      values,
      fc.record({ txid: fc.constantFrom(idOf(own), 'other'), status: values, valor: values, pix: values }),
      fc.record({ id: values, status: values, valor: values, rtrId: values }),
      fc.record({ parametros: values, pix: fc.array(values) }),
    ),
  secrets: ({ server }) => [server.clientSecret, 'token-of-a-test'],
});
