import { buildStaticBrCode } from '../../../../../aggregates/codes/build-br-code';
import type { Cents } from '../../../../../aggregates/money';
import type { PayoutMethod } from '../../../../../commands/ports/providers/payout-provider';
import { describePayoutProvider } from '../../../../../packages/testing/src/contracts';
import { KEY } from '../../../../infra/providers/bank-world';
import { openWorld, type WooviWorld } from '../../../../infra/providers/woovi/world';
import { boletoOf } from '../../../../samples/boletos';
import { dynamicCode } from '../../../../samples/quoting';

interface Way {
  readonly what: string;
  readonly method: PayoutMethod;
  /** Makes the server know what it costs. */
  readonly priced?: (world: WooviWorld, amount: Cents) => PayoutMethod;
  /** The request that moves the money. */
  readonly moves: string;
}

const CREATE = 'POST /api/v1/payment';
const APPROVE = 'POST /api/v1/payment/approve';
const payee = { key: 'fulano@exemplo.com', payeeName: 'LOJA', payeeCity: 'RECIFE' };
const open: PayoutMethod = { kind: 'PIX_BRCODE', brCode: buildStaticBrCode(payee), amountIsFixed: false };

const charged = ({ server }: WooviWorld, amount: Cents): PayoutMethod => {
  const location = `pix.example/${amount}`;
  server.books.charges.set(location, { original: (Number(amount) / 100).toFixed(2) });
  return { kind: 'PIX_BRCODE', brCode: dynamicCode(location), amountIsFixed: true };
};

const billed = ({ server }: WooviWorld, amount: Cents): PayoutMethod => {
  const barcode = boletoOf(25_000n).slice(0, 19) + amount.toString().padStart(25, '0');
  server.books.boletos.set(barcode, Number(amount));
  return { kind: 'BOLETO', barcode, line: '' };
};

const WAYS: readonly Way[] = [
  { what: 'a key', method: KEY, moves: CREATE },
  { what: 'an open code', method: open, moves: APPROVE },
  { what: 'a closed code', method: open, moves: APPROVE, priced: charged },
  { what: 'a boleto', method: { kind: 'BOLETO', barcode: '', line: '' }, moves: APPROVE, priced: billed },
];

for (const { what, method, priced, moves } of WAYS)
  describePayoutProvider(`woovi, of ${what}`, {
    open: async () => {
      const world = await openWorld(method);
      return priced === undefined ? world : { ...world, methodOf: (amount) => priced(world, amount) };
    },
    faults: {
      settle: ({ clock }) => clock.advance(2_000),
      reject: ({ server }) => {
        server.books.next = { failure: 'AM12 - Valor inválido' };
      },
      loseAnswer: ({ server }) => server.arm('RESET_AFTER', moves),
      refuseConnection: ({ line }) => {
        line.isCut = true;
      },
      unavailable: ({ server }) => server.arm('FAIL_BEFORE', 'GET'),
      wrongAmount: ({ server }) => {
        server.books.next = { value: 999 };
      },
      unapproved: ({ server }) => {
        server.books.balance = 0;
      },
      approvable: ({ server }) => {
        server.books.balance = 100_000;
      },
      unlistedStatus: ({ server }) => server.arm('UNKNOWN_STATUS', 'GET'),
    },
    ...{ idempotency: 'NATIVE', books: 'ACCOUNT' },
  });
