import { parseBoleto } from '../../../../aggregates/codes/boleto';
import type { PayoutMethod, PayoutProvider } from '../../../../commands/ports/providers/payout-provider';
import type { manualClock } from '../../../../packages/testing/src/ledger/memory/manual-clock';
import { openWorld as openAsaas } from '../../../infra/providers/asaas/world';
import { callAt, KEY } from '../../../infra/providers/bank-world';
import { cardOf, openWorld as openReloadly } from '../../../infra/providers/reloadly/world';
import { openWorld as openWoovi } from '../../../infra/providers/woovi/world';
import type { BankServer } from '../../../providers/bank-server';
import { boletoOf } from '../../../samples/boletos';
import { dynamicCode } from '../../../samples/quoting';

export const CENTS = 15_000n;
const barcode = boletoOf(CENTS);
const slip = parseBoleto(barcode, '2026-11-20');
const BOLETO = { kind: 'BOLETO', barcode, line: slip.ok ? slip.boleto.line : '' } as const;
const CODE = { kind: 'PIX_BRCODE', brCode: dynamicCode('pix.example/1'), amountIsFixed: true } as const;

export interface PayoutWorld {
  readonly provider: PayoutProvider;
  readonly server: BankServer & { readonly books: { settleMs: number } };
  readonly clock: ReturnType<typeof manualClock>;
  /** Keys of the orders that cost money. */
  readonly paid: () => readonly unknown[];
  readonly close: () => Promise<void>;
}

const woovi = async (): Promise<PayoutWorld> => {
  const world = await openWoovi();
  const { boletos, charges, transfers } = world.server.books;
  boletos.set(barcode, Number(CENTS));
  charges.set('pix.example/1', { original: '150.00' });
  return { ...world, paid: () => transfers.map(({ correlationID }) => correlationID) };
};

const asaas = async (): Promise<PayoutWorld> => {
  const world = await openAsaas();
  const { boletos, charges, orders } = world.server.books;
  boletos.set(barcode, Number(CENTS));
  charges.set('pix.example/1', Number(CENTS));
  return { ...world, paid: () => orders.map(({ told }) => told['externalReference'] ?? told['description']) };
};

const reloadly = async (): Promise<PayoutWorld> => {
  const world = await openReloadly();
  return { ...world, paid: () => world.server.books.orders.map(({ told }) => told['customIdentifier']) };
};

/** A new adapter is a line for each of its methods. */
export const WAYS = {
  'a key at Woovi': [woovi, KEY],
  'a code at Woovi': [woovi, CODE],
  'a boleto at Woovi': [woovi, BOLETO],
  'a key at Asaas': [asaas, KEY],
  'a code at Asaas': [asaas, CODE],
  'a boleto at Asaas': [asaas, BOLETO],
  'a gift card at Reloadly': [reloadly, cardOf(CENTS)],
} satisfies Readonly<Record<string, readonly [() => Promise<PayoutWorld>, PayoutMethod]>>;

export const resolvePayee = async (
  { provider, clock }: Pick<PayoutWorld, 'provider' | 'clock'>,
  method: PayoutMethod,
) => {
  const call = callAt(clock);
  if (method.kind === 'PIX_KEY') await provider.resolveKey(call, method);
  if (method.kind === 'PIX_BRCODE') await provider.resolveBrCode(call, method.brCode);
  if (method.kind === 'BOLETO') await provider.resolveBoleto(call, method.barcode);
  if (method.kind === 'GIFT_CARD') await provider.resolveGiftCard(call, method.productCode);
};
