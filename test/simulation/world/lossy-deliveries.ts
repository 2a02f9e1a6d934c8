import type { CryptoDelivery, Delivery, DeliveryOrder } from '../../../commands/ports/providers/crypto-delivery';
import type { Result } from '../../../commands/ports/providers/result';
import { failed } from '../../doubles/scripted-provider';
import { createLine, type LineOptions } from './line';

export interface DeliveriesOptions extends LineOptions {
  readonly nowMs: () => number;
  readonly liePercent: number;
  /** Planted: each broadcast delivers anew. */
  readonly deliversTwice: boolean;
}

interface Sent {
  readonly order: DeliveryOrder;
  readonly fate: 'ARRIVES' | 'REPLACED' | 'FAILS' | 'FAILS_FOR_NOW';
  readonly delayMs: number;
  broadcastAtMs: number | null;
}

export interface Arrived {
  readonly key: string;
  readonly amount: bigint;
  readonly destination: string;
}

const LONGEST_DELAY_MS = 600_000;

/** Sends crypto, with books of the true arrivals: late, in another transaction than reported, or never. */
export const lossyDeliveries = ({ nowMs, liePercent, deliversTwice, random, ...options }: DeliveriesOptions) => {
  const line = createLine({ random, ...options });
  const orders = new Map<string, Sent>();
  const again: string[] = [];
  let isHonest = false;
  /** True when the provider buys the crypto itself, so that a little less arrives. */
  const isConverting = random.chance(30);

  const hasEnded = ({ broadcastAtMs, delayMs }: Sent): boolean =>
    broadcastAtMs !== null && broadcastAtMs + delayMs <= nowMs();
  const doesArrive = ({ fate }: Sent): boolean => fate === 'ARRIVES' || fate === 'REPLACED';
  const deliveredOf = ({ order }: Sent): bigint =>
    isConverting ? order.minimum + (order.amount - order.minimum) / 2n : order.amount;

  const look = (key: string): Result<Delivery> => {
    const sent = orders.get(key);
    if (sent === undefined) return failed('NOT_FOUND');
    const { order, fate, broadcastAtMs } = sent;
    const about = { idempotencyKey: key, providerId: `d${key.slice(0, 8)}`, amount: order.amount };
    const txId = `0x${key.slice(0, 8)}`;
    if (broadcastAtMs === null) return { ok: true, value: { ...about, state: 'PREPARED', txId } };
    if (!hasEnded(sent))
      return { ok: true, value: { ...about, state: fate === 'REPLACED' ? fate : 'BROADCAST', txId } };
    if (!doesArrive(sent)) {
      const failure = { code: 'OTHER', message: 'so it is', retryClass: fate === 'FAILS_FOR_NOW' } as const;
      return { ok: true, value: { ...about, state: 'FAILED', failure } };
    }
    return {
      ok: true,
      value: {
        ...about,
        ...{ amount: deliveredOf(sent), state: 'CONFIRMED', txId: fate === 'REPLACED' ? `${txId}b` : txId },
        ...(isConverting ? { debited: order.brlCents } : {}),
      },
    };
  };
  /** Answers that the ledger must never believe, whatever the outcome. */
  const lieAbout = (said: Delivery): Result<Delivery> =>
    random.pick<Result<Delivery>>([
      { ok: true, value: { ...said, idempotencyKey: 'another' } },
      { ok: true, value: { ...said, state: 'SHIPPED' as never } },
      { ok: true, value: { ...said, amount: -1n } },
    ]);
  const told = (key: string): Result<Delivery> => {
    const said = look(key);
    return said.ok && !isHonest && random.chance(liePercent) ? lieAbout(said.value) : said;
  };

  const provider: CryptoDelivery = {
    ...{ name: 'sandbox', mode: 'sandbox', isConverting, serves: () => true },
    checkDestination: () => line.question(async () => ({ ok: true, value: { canReceive: !random.chance(3) } })),
    prepare: async (_context, order) => {
      await options.standStill();
      if (line.isLost()) return failed('UNAVAILABLE', 'TIMEOUT');
      const key = order.idempotencyKey;
      const fate = random.pick(['ARRIVES', 'ARRIVES', 'ARRIVES', 'REPLACED', 'FAILS', 'FAILS_FOR_NOW'] as const);
      if (!orders.has(key))
        orders.set(key, { order, fate, delayMs: random.upTo(LONGEST_DELAY_MS), broadcastAtMs: null });
      const delivery = look(key);
      return delivery.ok ? { ok: true, value: { delivery: delivery.value, prepared: `signed ${key}` } } : delivery;
    },
    broadcast: (_context, key, prepared) =>
      line.order(async () => {
        const sent = orders.get(key);
        if (sent === undefined || prepared !== `signed ${key}`) return failed('REJECTED');
        sent.broadcastAtMs ??= nowMs();
        if (deliversTwice) again.push(key);
        return told(key);
      }),
    get: (_context, key) =>
      line.question(async () => {
        const isYoung = nowMs() - (orders.get(key)?.broadcastAtMs ?? 0) < 3_000;
        return isYoung && random.chance(30) ? failed('NOT_FOUND') : told(key);
      }),
    available: async () => ({ ok: true, value: { amount: 10n ** 30n } }),
  };

  const arrivedOf = (key: string): readonly Arrived[] => {
    const sent = orders.get(key);
    if (sent === undefined || !hasEnded(sent) || !doesArrive(sent)) return [];
    return [{ key, amount: deliveredOf(sent), destination: sent.order.destination }];
  };
  return {
    provider,
    isConverting,
    /** The truth: each arrival. */
    arrived: (): readonly Arrived[] => [...orders.keys(), ...again].flatMap(arrivedOf),
    /** True while the delivery will still arrive. */
    isUnderWay: (key: string): boolean => {
      const sent = orders.get(key);
      return sent !== undefined && sent.broadcastAtMs !== null && !hasEnded(sent) && doesArrive(sent);
    },
    heal: (): void => {
      isHonest = true;
      line.heal();
    },
  };
};
