import type {
  CryptoDelivery,
  DeliveredAsset,
  Delivery,
  DeliveryOrder,
  PreparedDelivery,
} from '../../../../../commands/ports/providers/crypto-delivery';
import type { CallContext, Result } from '../../../../../commands/ports/providers/result';
import {
  type Arm,
  contextOf,
  freshKey,
  inMs,
  type ManualClock,
  mustSucceed,
  type ProviderContract,
  type ProviderTraits,
} from '../providers';

/** The adapter before a test server. */
export interface DeliveriesUnderTest {
  readonly provider: CryptoDelivery;
  readonly clock: ManualClock;
  /** Delivered for R$ 150.00. */
  readonly asset: DeliveredAsset & Pick<DeliveryOrder, 'amount' | 'minimum' | 'destination'>;
  readonly close?: () => Promise<void>;
}

/** Faults that a test can arm at the test server. The tests of an absent fault are skipped. */
export interface DeliveryFaults<World> {
  /** Each broadcast delivery arrives. */
  readonly settle: Arm<World>;
  /** The next delivery is broadcast, and its answer is lost. */
  readonly loseAnswer?: Arm<World>;
  /** Each broadcast delivery fails for good. */
  readonly fail?: Arm<World>;
  /** The next delivery comes out below its minimum. */
  readonly belowMinimum?: Arm<World>;
  /** The provider answers the next question with a status that no document names. */
  readonly unlistedStatus?: Arm<World>;
}

export interface DeliveryContract<World extends DeliveriesUnderTest>
  extends Omit<ProviderContract<World>, 'idempotency' | 'window'> {
  readonly faults: DeliveryFaults<World>;
}

export interface Scene extends DeliveriesUnderTest {
  readonly traits: Pick<ProviderTraits, 'books'>;
  readonly arm: (fault: keyof DeliveryFaults<never>) => Promise<void>;
  readonly context: (partnerId?: string) => CallContext;
  readonly order: (changes?: Partial<DeliveryOrder>) => DeliveryOrder;
  readonly prepared: (order: DeliveryOrder) => Promise<PreparedDelivery>;
  /** Prepares and broadcasts. */
  readonly sent: (order: DeliveryOrder) => Promise<Result<Delivery>>;
  readonly ask: (order: DeliveryOrder) => Promise<Delivery>;
}

export const sceneOf = <World extends DeliveriesUnderTest>(world: World, contract: DeliveryContract<World>): Scene => {
  const { provider, clock, asset } = world;
  const context = (partnerId = 'partner-1') => contextOf(provider.mode, clock, partnerId);
  const prepared: Scene['prepared'] = async (order) => mustSucceed(await provider.prepare(context(), order));
  return {
    ...{ ...world, traits: contract, context, prepared },
    arm: async (fault) => contract.faults[fault]?.(world),
    order: (changes = {}) => ({
      ...{ ...asset, idempotencyKey: freshKey(), brlCents: 15_000n, notAfter: inMs(clock, 15_000), ...changes },
    }),
    sent: async (order) => provider.broadcast(context(), order.idempotencyKey, (await prepared(order)).prepared),
    ask: async ({ idempotencyKey }) => mustSucceed(await provider.get(context(), idempotencyKey, null)),
  };
};
