import type { CashinEvent } from '../../../../aggregates/cashin/events';
import { deliveryIdOf, refundKeyOf } from '../../../../commands/handling/deterministic-ids';
import type { AskedRefund, Refund } from '../../../../commands/ports/providers/charge-provider';
import type { Delivery } from '../../../../commands/ports/providers/crypto-delivery';
import type { Result } from '../../../../commands/ports/providers/result';
import { release as releasePayment } from '../../../../commands/trouble/release';
import { event } from '../../../../packages/testing/src/samples/sample-events';
import { charge, paidPix } from '../../../doubles/scripted-charges';
import { delivery } from '../../../doubles/scripted-deliveries';
import { failed } from '../../../doubles/scripted-provider';
import { cashing, type Script } from '../../cashin/cashing';
import { asked } from '../../operator/asked';

/** Answers of the providers by key; every other key is unknown. */
export interface Said {
  readonly refunds?: Readonly<Record<string, Result<Refund>>>;
  readonly deliveries?: Readonly<Record<string, Result<Delivery>>>;
  readonly script?: Script;
}

export const delivery1 = deliveryIdOf('cash1', 1);
export const delivery2 = deliveryIdOf('cash1', 2);
export const refund1 = refundKeyOf('cash1', 'E1', 1);
export const refund2 = refundKeyOf('cash1', 'E1', 2);

export const refundSaid = (key: string, state: Refund['state'], differences: Partial<Refund> = {}): Result<Refund> => ({
  ok: true,
  value: { idempotencyKey: key, state, amount: 15_000n, returnId: 'D1', ...differences },
});

export const deliverySaid = (key: string, state: Delivery['state'], differences: Partial<Delivery> = {}) =>
  delivery(state, { idempotencyKey: key, ...differences });

/** The charge of a PIX of which so much has gone back. */
export const paidBack = (refunded: bigint) => charge('PAID', { payments: [paidPix({ refunded })] });

/** A cash-in that is held after this history, and what its providers say when it is to be released. */
export const releasing = async ({ refunds = {}, deliveries = {}, script = {} }: Said, ...history: CashinEvent[]) => {
  const world = await cashing({ get: [charge('PAID')], ...script }, ...history, event('CashinHeld'));
  const { deps, charges } = world;
  const keys: string[] = [];
  const said = <Value>(answers: Readonly<Record<string, Result<Value>>>, key: string): Result<Value> => {
    keys.push(key);
    return answers[key] ?? failed('NOT_FOUND');
  };
  const charger = {
    ...charges.provider,
    getRefund: async (_call: unknown, { idempotencyKey }: AskedRefund) => said(refunds, idempotencyKey),
  };
  const deliverer = deps.cryptoDeliveries.named('sandbox', 'sandbox');
  const asking = {
    ...deps,
    chargeProviders: { named: (name: string) => (name === charger.name ? charger : null) },
    cryptoDeliveries: {
      named: () =>
        deliverer === null ? null : { ...deliverer, get: async (_call: unknown, key: string) => said(deliveries, key) },
    },
  };
  world.at(600);
  const release = (context = asked(deps)) => releasePayment(asking)('cash1', context);
  return { ...world, asking, keys, release };
};

export const staysHeld = async (
  { release, since }: Pick<Awaited<ReturnType<typeof releasing>>, 'release' | 'since'>,
  why: string,
): Promise<void> => {
  const message = expect.stringContaining(`The payment stays on hold: ${why}`);
  await expect(release()).rejects.toMatchObject({ message, rejection: { code: 'WRONG_STATE' } });
  expect(await since()).toEqual([]);
};
