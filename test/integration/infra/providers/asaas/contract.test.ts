import { buildStaticBrCode } from '../../../../../aggregates/codes/build-br-code';
import type { Cents } from '../../../../../aggregates/money';
import type { PayoutMethod } from '../../../../../commands/ports/providers/payout-provider';
import { describePayoutProvider } from '../../../../../packages/testing/src/contracts';
import { type AsaasWorld, openWorld } from '../../../../infra/providers/asaas/world';
import { KEY } from '../../../../infra/providers/bank-world';
import { dynamicCode } from '../../../../samples/quoting';

interface Way {
  readonly what: string;
  readonly method: PayoutMethod;
  /** Makes the server know what it costs. */
  readonly priced?: (world: AsaasWorld, amount: Cents) => PayoutMethod;
  /** The request that moves the money. */
  readonly moves: string;
}

const CODE = 'POST /v3/pix/qrCodes/pay';
const payee = { key: 'fulano@exemplo.com', payeeName: 'LOJA', payeeCity: 'RECIFE' };
const open: PayoutMethod = { kind: 'PIX_BRCODE', brCode: buildStaticBrCode(payee), amountIsFixed: false };

const charged = ({ server }: AsaasWorld, amount: Cents): PayoutMethod => {
  const location = `pix.example/${amount}`;
  server.books.charges.set(location, Number(amount));
  return { kind: 'PIX_BRCODE', brCode: dynamicCode(location), amountIsFixed: true };
};

/** As the server knows it again: check digits are not compared. */
const lineOf = (barcode: string): string =>
  [
    `${barcode.slice(0, 4)}${barcode.slice(19, 24)}0${barcode.slice(24, 34)}0${barcode.slice(34, 44)}0`,
    `${barcode.slice(4, 5)}${barcode.slice(5, 19)}`,
  ].join('');

const billed = ({ server }: AsaasWorld, amount: Cents): PayoutMethod => {
  const barcode = `0019${'0'.repeat(15)}${amount.toString().padStart(25, '0')}`;
  server.books.boletos.set(barcode, Number(amount));
  return { kind: 'BOLETO', barcode, line: lineOf(barcode) };
};

const WAYS: readonly Way[] = [
  { what: 'a key', method: KEY, moves: 'POST /v3/transfers' },
  { what: 'an open code', method: open, moves: CODE },
  { what: 'a closed code', method: open, moves: CODE, priced: charged },
  { what: 'a boleto', method: { kind: 'BOLETO', barcode: '', line: '' }, moves: 'POST /v3/bill$', priced: billed },
];

for (const { what, method, priced, moves } of WAYS)
  describePayoutProvider(`asaas, of ${what}`, {
    open: async () => {
      const world = await openWorld(method);
      return priced === undefined ? world : { ...world, methodOf: (amount) => priced(world, amount) };
    },
    faults: {
      settle: ({ clock }) => clock.advance(31_000),
      reject: ({ server }) => {
        server.books.next = { refused: { code: 'invalid_value', description: 'Chave Pix inválida.' } };
      },
      loseAnswer: ({ server }) => server.arm('RESET_AFTER', moves),
      refuseConnection: ({ line }) => {
        line.isCut = true;
      },
      unavailable: ({ server }) => server.arm('FAIL_BEFORE', 'GET'),
      wrongAmount: ({ server }) => {
        server.books.next = { cents: 999 };
      },
      unlistedStatus: ({ server }) => server.arm('UNKNOWN_STATUS', 'GET', 3),
    },
    ...{ idempotency: 'LOOKUP_ONLY', window: 'DAY', books: 'ACCOUNT' },
  });
