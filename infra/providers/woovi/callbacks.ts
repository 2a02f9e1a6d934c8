import { createPublicKey, type KeyObject } from 'node:crypto';
import { z } from 'zod';
import type { Clock } from '../../../commands/ports/clock';
import type { CallbackHint, CallbackSource } from '../../../commands/ports/providers/callback-source';
import { jsonObjectIn } from '../../callbacks/read-json';
import { rsaScheme } from '../../callbacks/schemes/rsa';
import type { Reads } from '../http/reads';

export interface KeyList {
  /** Empty until the first answer: a callback is then refused, and Woovi repeats it. */
  readonly keys: () => readonly KeyObject[];
  /** Asks for the list. Keeps the old list if there is no answer. */
  readonly refresh: () => Promise<void>;
}

export interface KeyListOptions {
  readonly url: string;
  readonly reads: Pick<Reads, 'get'>;
  readonly clock: Pick<Clock, 'now'>;
}

const REFRESH_MS = 3_600_000;
const RETRY_MS = 10_000;
const TIMEOUT_MS = 10_000;

const listShape = z.object({ public_keys: z.array(z.object({ key: z.string().max(4_000) })).max(20) });

const keyOf = (pem: string): readonly KeyObject[] => {
  try {
    return [createPublicKey(pem)];
  } catch {
    return [];
  }
};

/** Public keys of a host, asked for again each hour while callbacks come. */
export const createKeyList = ({ url, reads, clock }: KeyListOptions): KeyList => {
  const known = { keys: [] as readonly KeyObject[], dueAtMs: Number.NEGATIVE_INFINITY };
  const refresh = async (): Promise<void> => {
    known.dueAtMs = clock.now() + RETRY_MS;
    const answer = await reads.get(new URL(`${url}/api/v1/webhook/public-keys`), TIMEOUT_MS).catch((): null => null);
    const read = listShape.safeParse(answer?.status === 200 ? answer.body : undefined);
    const keys = read.success ? read.data.public_keys.flatMap(({ key }) => keyOf(key)) : [];
    if (keys.length === 0) return;
    known.keys = keys;
    known.dueAtMs = clock.now() + REFRESH_MS;
  };
  return {
    refresh,
    keys: () => {
      if (clock.now() >= known.dueAtMs) void refresh();
      return known.keys;
    },
  };
};

const bodyShape = z.object({
  payment: z.object({ correlationID: z.string() }).nullish(),
  charge: z.object({ correlationID: z.string() }).nullish().catch(null),
  stableDeposit: z.object({ id: z.string(), correlationID: z.string(), txHash: z.string() }).nullish().catch(null),
  refundTransaction: z.object({}).nullish(),
  originalTransaction: z.object({ endToEndId: z.string() }).nullish(),
});

/** Every key of the list counts, because callbacks with the previous signature may still arrive. */
export const wooviSource = (name: string, { keys }: Pick<KeyList, 'keys'>): CallbackSource => ({
  ...{ surface: 'bank', provider: name },
  isAuthentic: rsaScheme({ signatureHeader: 'x-webhook-signature', publicKeys: keys }),
  read: (body) => {
    const said = jsonObjectIn(body);
    if (said === null) return null;
    const read = bodyShape.safeParse(said);
    const { payment, charge, stableDeposit: deposit, ...returned } = read.success ? read.data : {};
    const { refundTransaction, originalTransaction } = returned;
    const hints: CallbackHint[] = payment ? [{ kind: 'payout', key: payment.correlationID }] : [];
    if (charge) hints.push({ kind: 'charge', key: charge.correlationID });
    if (deposit) hints.push({ kind: 'delivery', key: [deposit.correlationID, deposit.id, deposit.txHash].join(':') });
    if (refundTransaction && originalTransaction) hints.push({ kind: 'transfer', key: originalTransaction.endToEndId });
    return { eventId: null, hints };
  },
});
