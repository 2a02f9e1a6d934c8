import type {
  CryptoDeliveries,
  CryptoDelivery,
  Delivery,
  DeliveryOrder,
  DestinationNeed,
  PreparedDelivery,
} from '../../commands/ports/providers/crypto-delivery';
import type { Result } from '../../commands/ports/providers/result';

type Answer<Value> = Result<Value> | Error;

export interface DeliveryScript {
  readonly check?: Answer<{ readonly canReceive: boolean; readonly needs?: DestinationNeed }>;
  readonly prepare?: readonly Answer<PreparedDelivery>[];
  readonly broadcast?: readonly Answer<Delivery>[];
  readonly get?: readonly Answer<Delivery>[];
  readonly name?: string;
}

/** Stands for the key of the question. */
const ASKED = 'the key that is asked about';

export const delivery = (state: Delivery['state'], differences: Partial<Delivery> = {}): Result<Delivery> => ({
  ok: true,
  value: {
    ...{ idempotencyKey: ASKED, providerId: 'sbx_dlv_1', state, amount: 27_000_000n, txId: '0xd9' },
    ...differences,
  },
});

export const preparation = (differences: Partial<Delivery> = {}, prepared = 'signed'): Result<PreparedDelivery> => {
  const said = delivery('PREPARED', differences);
  return said.ok ? { ok: true, value: { delivery: said.value, prepared } } : said;
};

const named = (key: string, value: Delivery): Delivery =>
  value.idempotencyKey === ASKED ? { ...value, idempotencyKey: key } : value;

const about = (key: string, answer: Result<Delivery>): Result<Delivery> =>
  answer.ok ? { ok: true, value: named(key, answer.value) } : answer;

const said = <Value>(answers: readonly Answer<Value>[] | undefined, call: number): Result<Value> => {
  const answer = answers?.[Math.min(call, answers.length - 1)];
  if (answer === undefined) throw new Error('The script has no answer to this');
  if (answer instanceof Error) throw answer;
  return answer;
};

/** A provider of deliveries with scripted answers; the last answer holds for every later call. */
export const scriptedDeliveries = (script: DeliveryScript = {}) => {
  const orders: DeliveryOrder[] = [];
  const sent: string[] = [];
  const asked: string[] = [];
  const provider: CryptoDelivery = {
    ...{ name: script.name ?? 'sandbox', mode: 'sandbox', isConverting: false, serves: () => true },
    checkDestination: async () => said([script.check ?? { ok: true, value: { canReceive: true } }], 0),
    prepare: async (_context, order) => {
      const answer = said(script.prepare ?? [preparation()], orders.push(order) - 1);
      if (!answer.ok) return answer;
      return { ok: true, value: { ...answer.value, delivery: named(order.idempotencyKey, answer.value.delivery) } };
    },
    broadcast: async (_context, key, prepared) =>
      about(key, said(script.broadcast ?? [delivery('BROADCAST')], sent.push(prepared) - 1)),
    get: async (_context, key) => about(key, said(script.get, asked.push(key) - 1)),
    available: async () => ({ ok: true, value: { amount: 0n } }),
  };
  const cryptoDeliveries: CryptoDeliveries = {
    choose: () => provider,
    named: (name, mode) => (name === provider.name && mode === provider.mode ? provider : null),
  };
  return { cryptoDeliveries, orders, sent, asked };
};
