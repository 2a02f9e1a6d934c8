import type { StoredCallback } from '../../../commands/ports/callback-inbox';
import type {
  Charge,
  ChargeProvider,
  ChargeRequest,
  Credit,
  Refund,
} from '../../../commands/ports/providers/charge-provider';
import type { Result } from '../../../commands/ports/providers/result';
import { failed } from '../../doubles/scripted-provider';
import { createChargeBooks } from './charge-books';
import { createLine, type LineOptions } from './line';
import type { Plant } from './plant';

export interface ChargesOptions extends LineOptions {
  readonly nowMs: () => number;
  /** Share of the answers that are impossible. */
  readonly liePercent: number;
  readonly plant: Plant | null;
}

const NOT_FOUND_PERCENT = 10;
const LONGEST_REFUND_MS = 120_000;

/** A provider of charges with books of its own: it calls back late, twice or never, and its answers may be lost. */
export const lossyCharges = ({ nowMs, liePercent, plant, random, ...options }: ChargesOptions) => {
  const line = createLine({ random, ...options });
  const books = createChargeBooks(nowMs, random);
  const hints: string[] = [];
  /** True when the provider rejects a known key; otherwise it answers with the charge of that key. */
  const refusesKnownKeys = random.chance(50);
  let calls = 0;
  let isHonest = false;
  const isLying = (): boolean => !isHonest && random.chance(liePercent);

  /** Answers that the ledger must never believe, whatever was paid. */
  const lieAbout = (charge: Charge): Result<Charge> => {
    const [pix] = charge.payments;
    const others = charge.payments.slice(1);
    return random.pick<Result<Charge>>([
      { ok: true, value: { ...charge, idempotencyKey: 'another' } },
      { ok: true, value: { ...charge, amount: charge.amount + 1n } },
      { ok: true, value: { ...charge, state: 'SOLD' as never } },
      { ok: true, value: { ...charge, brCode: 'no code' } },
      { ok: true, value: { ...charge, state: 'PAID', payments: [] } },
      ...(pix === undefined
        ? []
        : [{ ok: true, value: { ...charge, payments: [{ ...pix, amount: -1n }, ...others] } } as const]),
    ]);
  };
  const chargeOf = (key: string): Result<Charge> => {
    const charge = books.look(key);
    if (charge === null) return failed('NOT_FOUND');
    return isLying() ? lieAbout(charge) : { ok: true, value: charge };
  };
  const refundOf = (key: string): Result<Refund> => {
    const refund = books.lookRefund(key);
    if (refund === null) return failed('NOT_FOUND');
    return { ok: true, value: isLying() ? { ...refund, idempotencyKey: 'another' } : refund };
  };
  const credits = (): readonly Credit[] =>
    [...books.entries()].flatMap(([chargeKey, { payments }]) =>
      payments
        .filter(({ knownAtMs }) => knownAtMs <= nowMs())
        .map(({ endToEndId, amount, paidAtMs }) => ({
          ...{ endToEndId, chargeKey, amount, at: new Date(paidAtMs).toISOString() },
        })),
    );

  const asked = new Set<string>();
  /** Planted: orders again under a new key, as a command with a key of its own does. */
  const orderedAs = (request: ChargeRequest): ChargeRequest => {
    const { idempotencyKey: key } = request;
    const isAgain = asked.has(key);
    asked.add(key);
    return isAgain && plant === 'CHARGED_TWICE' ? { ...request, idempotencyKey: `${key}'` } : request;
  };

  const provider: ChargeProvider = {
    ...{ name: 'sandbox', mode: 'sandbox', kinds: ['PIX', 'PIX_SPLIT'], idempotency: 'NATIVE' },
    create: (_context, request) => {
      const order = orderedAs(request);
      return line.order(async () => {
        if (nowMs() > Date.parse(order.notAfter)) return failed('RETRYABLE', 'TIMEOUT');
        const isKnown = books.look(order.idempotencyKey) !== null;
        if (isKnown && refusesKnownKeys) return failed('REJECTED', 'DUPLICATE_KEY');
        if (!isKnown && random.chance(3)) return failed('REJECTED', 'LIMIT_EXCEEDED');
        books.create(order);
        return chargeOf(order.idempotencyKey);
      });
    },
    get: (_context, { idempotencyKey: key }) =>
      line.question(async () =>
        !isHonest && random.chance(NOT_FOUND_PERCENT) && books.look(key)?.payments.length === 0
          ? failed('UNAVAILABLE')
          : chargeOf(key),
      ),
    cancel: (_context, { idempotencyKey: key }) =>
      line.order(async () => {
        books.cancel(key);
        return chargeOf(key);
      }),
    refund: (_context, request) =>
      line.order(async () => {
        const isTaken = books.refund(request, random.upTo(LONGEST_REFUND_MS));
        if (plant === 'REFUNDED_TWICE') books.refundAgain(request);
        return isTaken ? refundOf(request.idempotencyKey) : failed('REJECTED', 'AMOUNT_OUT_OF_RANGE');
      }),
    getRefund: (_context, { idempotencyKey }) => line.question(async () => refundOf(idempotencyKey)),
    listCredits: () => line.question(async () => ({ ok: true, value: credits() })),
  };

  return {
    provider,
    books,
    /** Queues a callback about the charge, soon or late. */
    hint: (key: string): void => void hints.push(key),
    callBack: (): readonly StoredCallback[] =>
      line.arriving(hints.splice(0)).map((key) => {
        calls += 1;
        const eventId = `call${calls}`;
        return { source: 'bank/sandbox', eventId, hints: [{ kind: 'charge', key }], receivedAtMs: nowMs() };
      }),
    heal: (): void => {
      isHonest = true;
      line.heal();
    },
  };
};
