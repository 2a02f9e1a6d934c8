import type { Cents } from '../../../../../aggregates/money';
import type {
  Charge,
  ChargeProvider,
  ChargeRequest,
  ReceivedPix,
  RefundRequest,
} from '../../../../../commands/ports/providers/charge-provider';
import type { CallContext } from '../../../../../commands/ports/providers/result';
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

/** The adapter before a test server, whose payers the suite is. */
export interface ChargesUnderTest {
  readonly provider: ChargeProvider;
  readonly clock: ManualClock;
  /** A PIX for the charge, of its amount and from its payer unless given. */
  readonly pay: (
    context: CallContext,
    chargeKey: string,
    pix?: { readonly amountCents?: bigint; readonly payerTaxId?: string },
  ) => Promise<unknown>;
  readonly close?: () => Promise<void>;
}

/** Faults that a test can arm at the test server. The tests of an absent fault are skipped. */
export interface ChargeFaults<World> {
  /** The bank refuses the next charge for good. */
  readonly reject?: Arm<World>;
  /** The bank makes the next charge, and its answer is lost. */
  readonly loseAnswer?: Arm<World>;
  /** The bank makes the refund of the next charge, and its answer is lost. */
  readonly loseRefundAnswer?: Arm<World>;
  /** The bank takes the refund of the next charge, which fails. */
  readonly failRefund?: Arm<World>;
  /** The bank takes a PIX for a charge that is paid or cancelled: nothing to do, where it always does. */
  readonly payAgain?: Arm<World>;
  /** The bank takes another amount, and from another payer: nothing to do, where it always does. */
  readonly payOtherwise?: Arm<World>;
  /** The bank holds the money of the next PIX. */
  readonly holdPayment?: Arm<World>;
  /** The bank frees what it holds. */
  readonly freePayment?: Arm<World>;
  /** The bank makes the refunds that it has taken. */
  readonly settleRefunds?: Arm<World>;
  /** The payer disputes the last PIX. */
  readonly dispute?: Arm<World>;
  /** The bank rejects each dispute. */
  readonly endDispute?: Arm<World>;
}

export interface ChargeContract<World extends ChargesUnderTest> extends ProviderContract<World> {
  readonly faults: ChargeFaults<World>;
}

export const PAYER = { taxId: '40442820135', name: 'Fulana' };
export const OTHER_TAX_ID = '63017285995';

export interface Scene extends ChargesUnderTest {
  readonly traits: ProviderTraits;
  readonly arm: (fault: keyof ChargeFaults<never>) => Promise<void>;
  readonly context: (partnerId?: string) => CallContext;
  readonly request: (changes?: Partial<ChargeRequest>) => ChargeRequest;
  /** Key of a charge that was made. */
  readonly created: () => Promise<string>;
  /** The amount is R$ 150.00 unless given. */
  readonly ask: (key: string, amount?: Cents) => Promise<Charge>;
  /** A charge that was made and paid. */
  readonly paid: (pix?: Parameters<ChargesUnderTest['pay']>[2]) => Promise<{ key: string; payment: ReceivedPix }>;
  /** Refund of the whole payment unless `amount` is given. */
  readonly refundOf: (chargeKey: string, endToEndId: string, amount?: bigint) => RefundRequest;
}

export const sceneOf = <World extends ChargesUnderTest>(world: World, contract: ChargeContract<World>): Scene => {
  const { provider, clock, pay } = world;
  const context = (partnerId = 'partner-1') => contextOf(provider.mode, clock, partnerId);
  const request: Scene['request'] = (changes = {}) => ({
    ...{ idempotencyKey: freshKey(), amount: 15_000n, payer: PAYER },
    ...{ expiresAt: inMs(clock, 300_000), notAfter: inMs(clock, 15_000), ...changes },
  });
  const created = async () => mustSucceed(await provider.create(context(), request())).idempotencyKey;
  const ask = async (idempotencyKey: string, amount: Cents = 15_000n) =>
    mustSucceed(await provider.get(context(), { idempotencyKey, amount }));
  return {
    ...{ ...world, traits: contract, context, request, created, ask },
    arm: async (fault) => contract.faults[fault]?.(world),
    paid: async (pix) => {
      const key = await created();
      await pay(context(), key, pix);
      const [payment] = (await ask(key)).payments;
      if (payment === undefined) throw new Error('The charge has no payment');
      return { key, payment };
    },
    refundOf: (chargeKey, endToEndId, amount = 15_000n) => ({
      ...{ idempotencyKey: freshKey(), chargeKey, endToEndId, amount, reason: 'LATE' },
      notAfter: inMs(clock, 15_000),
    }),
  };
};
