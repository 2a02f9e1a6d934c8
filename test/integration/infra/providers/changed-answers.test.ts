import { parseBoleto } from '../../../../aggregates/codes/boleto';
import type { PayoutMethod, PayoutProvider, PayoutRequest } from '../../../../commands/ports/providers/payout-provider';
import { freshKey } from '../../../../packages/testing/src/contracts/providers';
import type { manualClock } from '../../../../packages/testing/src/ledger/memory/manual-clock';
import { openWorld as openAsaas } from '../../../infra/providers/asaas/world';
import { callAt, KEY } from '../../../infra/providers/bank-world';
import { cardOf, openWorld as openReloadly } from '../../../infra/providers/reloadly/world';
import { openWorld as openWoovi } from '../../../infra/providers/woovi/world';
import fc, { runsAtCost } from '../../../properties';
import type { BankServer } from '../../../providers/bank-server';
import { isDefinite, untilCertain } from '../../../providers/certainty';
import { changed, changes } from '../../../providers/changed-answers';
import { boletoOf } from '../../../samples/boletos';
import { dynamicCode } from '../../../samples/quoting';

const CENTS = 15_000n;
const barcode = boletoOf(CENTS);
const slip = parseBoleto(barcode, '2026-11-20');
const BOLETO = { kind: 'BOLETO', barcode, line: slip.ok ? slip.boleto.line : '' } as const;
const CODE = { kind: 'PIX_BRCODE', brCode: dynamicCode('pix.example/1'), amountIsFixed: true } as const;

interface World {
  readonly provider: PayoutProvider;
  readonly server: BankServer;
  readonly clock: ReturnType<typeof manualClock>;
  /** Keys of the orders that cost money. */
  readonly paid: () => readonly unknown[];
  readonly close: () => Promise<void>;
}

const woovi = async (): Promise<World> => {
  const world = await openWoovi();
  const { boletos, charges, transfers } = world.server.books;
  boletos.set(barcode, Number(CENTS));
  charges.set('pix.example/1', { original: '150.00' });
  return { ...world, paid: () => transfers.map(({ correlationID }) => correlationID) };
};

const asaas = async (): Promise<World> => {
  const world = await openAsaas();
  const { boletos, charges, orders } = world.server.books;
  boletos.set(barcode, Number(CENTS));
  charges.set('pix.example/1', Number(CENTS));
  return { ...world, paid: () => orders.map(({ told }) => told['externalReference'] ?? told['description']) };
};

const reloadly = async (): Promise<World> => {
  const world = await openReloadly();
  return { ...world, paid: () => world.server.books.orders.map(({ told }) => told['customIdentifier']) };
};

/** A new adapter is a line for each of its methods. */
const WAYS: readonly (readonly [string, () => Promise<World>, PayoutMethod])[] = [
  ['a key at Woovi', woovi, KEY],
  ['a code at Woovi', woovi, CODE],
  ['a boleto at Woovi', woovi, BOLETO],
  ['a key at Asaas', asaas, KEY],
  ['a code at Asaas', asaas, CODE],
  ['a boleto at Asaas', asaas, BOLETO],
  ['a gift card at Reloadly', reloadly, cardOf(CENTS)],
];

describe.each(WAYS)('any change of the answers about %s', (_name, open, method) => {
  let world: World;
  beforeEach(async () => {
    world = await open();
  });
  afterEach(() => world.close());

  const call = () => callAt(world.clock);
  const orderOf = (): PayoutRequest => {
    const notAfter = new Date(world.clock.now() + 15_000).toISOString();
    return { idempotencyKey: freshKey(), amount: CENTS, method, notAfter };
  };
  const askedOf = ({ idempotencyKey }: PayoutRequest) => ({
    ...{ idempotencyKey, kind: method.kind, sentAt: world.clock.iso() },
    since: world.clock.iso(),
  });
  const isOwn = (order: PayoutRequest) => ({ idempotencyKey: order.idempotencyKey, amount: CENTS });
  const timesPaid = ({ idempotencyKey }: PayoutRequest) => world.paid().filter((key) => key === idempotencyKey).length;

  test('pays an order once, and takes no refusal from it', async () => {
    await fc.assert(
      fc.asyncProperty(changes, async (change) => {
        const order = orderOf();
        world.server.rewrite = (text) => changed(text, change);
        const first = await world.provider.create(call(), order);
        if (first.ok) expect(first.value).toMatchObject(isOwn(order));
        if (isDefinite(first)) expect([first, timesPaid(order)]).toEqual([first, 0]);
        if (change.kind === 'EXTRA') expect([first.ok, timesPaid(order)]).toEqual([true, 1]);
        world.server.rewrite = (text) => text;
        world.clock.advance(31_000);
        const last = await untilCertain({ provider: world.provider, call, order }, first);
        expect([last, timesPaid(order)]).toEqual([last, last.ok ? 1 : 0]);
      }),
      { numRuns: runsAtCost(4) },
    );
  });

  test('believes a question about its own key and amount alone', async () => {
    const order = orderOf();
    await world.provider.create(call(), order);
    await fc.assert(
      fc.asyncProperty(changes, async (change) => {
        world.clock.advance(31_000);
        world.server.rewrite = (text) => changed(text, change);
        const said = await world.provider.get(call(), askedOf(order));
        if (said.ok) expect(said.value).toMatchObject(isOwn(order));
        expect(said.ok ? said.value.state : said.kind).not.toMatch(/FAILED|RETURNED|REJECTED|RETRYABLE/);
        if (change.kind === 'EXTRA') expect(said).toMatchObject({ ok: true, value: { state: 'SETTLED' } });
      }),
      { numRuns: runsAtCost(4) },
    );
  });

  test('reads a payee and a list without an error', async () => {
    await world.provider.create(call(), orderOf());
    await fc.assert(
      fc.asyncProperty(changes, async (change) => {
        world.clock.advance(31_000);
        world.server.rewrite = (text) => changed(text, change);
        const { provider } = world;
        if (method.kind === 'PIX_KEY') await provider.resolveKey(call(), method);
        if (method.kind === 'PIX_BRCODE') await provider.resolveBrCode(call(), method.brCode);
        if (method.kind === 'BOLETO') await provider.resolveBoleto(call(), method.barcode);
        if (method.kind === 'GIFT_CARD') await provider.resolveGiftCard(call(), method.productCode);
        const listed = await provider.list(call(), '2000-01-01T00:00:00.000Z', world.clock.iso());
        for (const payout of listed.ok ? listed.value : []) expect(payout.amount).toBe(CENTS);
      }),
      { numRuns: runsAtCost(4) },
    );
  });
});
