import assert from 'node:assert/strict';
import { assertContains, assertSame } from '../assertions';
import { type Cases, needing } from '../cases';
import { assertFails, describeProvider, freshKey, mustSucceed } from '../providers';
import { type DeliveriesUnderTest, type DeliveryContract, type Scene, sceneOf } from './scene';

const PREPARING: Cases<Scene> = {
  'prepares a delivery that never arrives unsent, and the same one for the same key': async (scene) => {
    const { clock, order, prepared, ask } = scene;
    const asked = order();
    const first = await prepared(asked);
    assertContains(first.delivery, { idempotencyKey: asked.idempotencyKey, state: 'PREPARED' });
    assertSame(await prepared(asked), first);
    clock.advance(90_000);
    assertContains(await ask(asked), { state: 'PREPARED' });
  },

  'refuses another order under a known key': async ({ provider, context, order, prepared }) => {
    const asked = order();
    await prepared(asked);
    const other = { ...asked, amount: asked.amount + 1n, brlCents: asked.brlCents + 1n };
    assertFails(await provider.prepare(context(), other), 'REJECTED', 'DUPLICATE_KEY');
  },

  'knows nothing under a new key': async ({ provider, context }) => {
    assertFails(await provider.get(context(), freshKey(), null), 'NOT_FOUND');
  },

  'separates the keys of two partners': needing(['PARTNER'], async ({ provider, context, order, prepared }) => {
    const asked = order();
    await prepared(asked);
    assertFails(await provider.get(context('partner-2'), asked.idempotencyKey, null), 'NOT_FOUND');
  }),
};

const SENDING: Cases<Scene> = {
  'delivers once however often it is broadcast': async (scene) => {
    const { provider, context, order, prepared, ask, arm } = scene;
    const asked = order();
    const { prepared: bytes } = await prepared(asked);
    const again = () => provider.broadcast(context(), asked.idempotencyKey, bytes);
    for (let times = 0; times < 2; times += 1) assertContains(mustSucceed(await again()), { state: 'BROADCAST' });
    await arm('settle');
    const arrived = await ask(asked);
    assertContains(arrived, { idempotencyKey: asked.idempotencyKey, state: 'CONFIRMED' });
    assert.ok(arrived.txId !== undefined && arrived.amount >= asked.minimum);
    if (!provider.isConverting) assertSame(arrived.amount, asked.amount);
    assertSame(arrived.debited, provider.isConverting ? asked.brlCents : undefined);
    assertSame(mustSucceed(await again()), arrived);
  },

  'refuses the bytes of another delivery, however late': async ({ provider, clock, context, order, prepared, ask }) => {
    const [asked, other] = [order(), order()];
    await prepared(asked);
    const foreign = [(await prepared(other)).prepared, '', 'nonsense', '{}'];
    for (const waitedMs of [0, 3_600_000]) {
      clock.advance(waitedMs);
      for (const bytes of foreign)
        assertFails(await provider.broadcast(context(), asked.idempotencyKey, bytes), 'REJECTED');
    }
    for (const each of [asked, other]) assertContains(await ask(each), { state: 'PREPARED' });
  },

  'never broadcasts an amount below the minimum': needing(['belowMinimum'], async (scene) => {
    const { provider, context, order, prepared, ask, arm } = scene;
    const asked = order();
    await arm('belowMinimum');
    const { delivery, prepared: bytes } = await prepared(asked);
    assert.ok(delivery.amount < asked.minimum);
    assertFails(await provider.broadcast(context(), asked.idempotencyKey, bytes), 'REJECTED');
    await arm('settle');
    assertContains(await ask(asked), { state: 'PREPARED' });
  }),

  'finds a delivery whose answer was lost': needing(['loseAnswer'], async ({ order, sent, ask, arm }) => {
    const asked = order();
    await arm('loseAnswer');
    assertFails(await sent(asked), 'UNKNOWN');
    await arm('settle');
    assertContains(await ask(asked), { state: 'CONFIRMED' });
  }),

  'reports a delivery that failed for good': needing(['fail'], async ({ order, sent, ask, arm }) => {
    const asked = order();
    mustSucceed(await sent(asked));
    await arm('fail');
    assertContains(await ask(asked), { state: 'FAILED' });
  }),

  'takes an undocumented status for a breach of protocol': needing(['unlistedStatus'], async (scene) => {
    const { provider, context, order, sent, arm } = scene;
    const asked = order();
    mustSucceed(await sent(asked));
    await arm('unlistedStatus');
    assertFails(await provider.get(context(), asked.idempotencyKey, null), 'UNKNOWN', 'PROTOCOL');
  }),
};

/**
 * Declares the tests of what every delivery provider must do.
 */
export const describeCryptoDelivery = <World extends DeliveriesUnderTest>(
  name: string,
  contract: DeliveryContract<World>,
): void =>
  describeProvider(
    `the delivery provider ${name}`,
    { ...contract, idempotency: 'NATIVE' },
    { ...PREPARING, ...SENDING },
    (world: World) => sceneOf(world, contract),
  );
