import type { Cents } from '../../../../../aggregates/money';
import type {
  AskedPayout,
  Payout,
  PayoutProvider,
  PayoutRequest,
} from '../../../../../commands/ports/providers/payout-provider';
import type { CallContext, Result } from '../../../../../commands/ports/providers/result';
import {
  type Arm,
  contextOf,
  daysFrom,
  freshKey,
  inMs,
  type ManualClock,
  mustSucceed,
  type ProviderContract,
  type ProviderTraits,
} from '../providers';

/** The adapter before a test server. */
export interface PayoutsUnderTest {
  readonly provider: PayoutProvider;
  readonly clock: ManualClock;
  /** Method of an order that is paid without trouble. */
  readonly method: PayoutRequest['method'];
  /** For a code whose amount is fixed: of an order of this amount. Absent: `method`. */
  readonly methodOf?: (amount: Cents) => PayoutRequest['method'];
  readonly close?: () => Promise<void>;
}

/** Faults that a test can arm at the test server. The tests of an absent fault are skipped. */
export interface PayoutFaults<World> {
  /** The bank pays all orders so far. */
  readonly settle?: Arm<World>;
  /** The bank refuses the next order for good. */
  readonly reject?: Arm<World>;
  /** The bank takes the next order, and its answer is lost. */
  readonly loseAnswer?: Arm<World>;
  /** The next order cannot be sent. */
  readonly refuseConnection?: Arm<World>;
  /** The bank does not answer the next question. */
  readonly unavailable?: Arm<World>;
  /** The bank takes the next order with another amount, and reports so. */
  readonly wrongAmount?: Arm<World>;
  /** The bank takes the next order and waits for its approval, as for a balance. */
  readonly unapproved?: Arm<World>;
  /** The bank approves from now on. */
  readonly approvable?: Arm<World>;
  /** The bank reports a status that its documents do not name, in its next answer to a question. */
  readonly unlistedStatus?: Arm<World>;
}

export interface PayoutContract<World extends PayoutsUnderTest> extends ProviderContract<World> {
  readonly faults: PayoutFaults<World>;
  /** Random amounts that are ordered, 5 unless given. */
  readonly runs?: number;
  /** The largest amount that is ordered; a billion reais unless given. */
  readonly largest?: Cents;
}

export interface Scene extends Pick<PayoutsUnderTest, 'provider' | 'clock' | 'method'> {
  readonly traits: ProviderTraits;
  readonly runs: number;
  readonly largest: Cents;
  readonly arm: (fault: keyof PayoutFaults<never>) => Promise<void>;
  readonly context: (partnerId?: string) => CallContext;
  readonly order: (changes?: Partial<PayoutRequest>) => PayoutRequest;
  readonly asked: (order: PayoutRequest) => AskedPayout;
  readonly create: (order: PayoutRequest) => Promise<Result<Payout>>;
  readonly get: (order: PayoutRequest) => Promise<Result<Payout>>;
  /** Keys that the provider lists of these days. */
  readonly keys: (partnerId?: string) => Promise<readonly string[]>;
}

export const sceneOf = <World extends PayoutsUnderTest>(world: World, contract: PayoutContract<World>): Scene => {
  const { provider, clock, method } = world;
  const { faults, runs = 5, largest = 10n ** 11n } = contract;
  const context = (partnerId = 'partner-1') => contextOf(provider.mode, clock, partnerId);
  const asked = ({ idempotencyKey, method: { kind } }: PayoutRequest): AskedPayout => ({
    ...{ idempotencyKey, kind, sentAt: clock.iso() },
  });
  return {
    ...{ provider, clock, method, traits: contract, runs, largest, context },
    arm: async (fault) => faults[fault]?.(world),
    order: (changes = {}) => {
      const { amount = 1_234n } = changes;
      const paid = world.methodOf?.(amount) ?? method;
      return { idempotencyKey: freshKey(), amount, method: paid, notAfter: inMs(clock, 15_000), ...changes };
    },
    create: (order) => provider.create(context(), order),
    asked,
    get: (order) => provider.get(context(), asked(order)),
    keys: async (partnerId) => {
      const listed = await provider.list(context(partnerId), ...daysFrom(clock, -1, 1));
      return mustSucceed(listed).map(({ idempotencyKey }) => idempotencyKey);
    },
  };
};
