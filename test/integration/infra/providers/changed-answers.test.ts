import type { PayoutRequest } from '../../../../commands/ports/providers/payout-provider';
import { freshKey } from '../../../../packages/testing/src/contracts/providers';
import { callAt } from '../../../infra/providers/bank-world';
import fc, { runsAtCost } from '../../../properties';
import { isDefinite, untilCertain } from '../../../providers/certainty';
import { changed, changes } from '../../../providers/changed-answers';
import { CENTS, type PayoutWorld, resolvePayee, WAYS } from './payout-ways';

describe.each(Object.entries(WAYS))('any change of the answers about %s', (_name, [open, method]) => {
  let world: PayoutWorld;
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
        await resolvePayee(world, method);
        const listed = await world.provider.list(call(), '2000-01-01T00:00:00.000Z', world.clock.iso());
        for (const payout of listed.ok ? listed.value : []) expect(payout.amount).toBe(CENTS);
      }),
      { numRuns: runsAtCost(4) },
    );
  });
});
