import { dayInBrasilia } from '../../../aggregates/brasilia-day';
import type { AskedPayout } from '../../../commands/ports/providers/payout-provider';
import type { CallContext, Failure, Result } from '../../../commands/ports/providers/result';
import { failingAs } from '../failures';
import type { Asaas } from './client';
import type { Paid } from './resources';
import { type Reading, readRows } from './rows';

/** Open orders, a list for each kind: requests are few, 25,000 in 12 hours for the whole account. */
export interface Book {
  /** Good enough for the order, read before or now. `isIn`: the order is in a list. */
  readonly readFor: (
    context: CallContext,
    asked: AskedPayout & { readonly kind: Paid },
    isIn: (reading: Reading) => boolean,
  ) => Promise<Result<Reading>>;
}

interface Kept {
  readonly fromDay: string;
  readonly begunAtMs: number;
  readonly reading: Promise<Result<Reading>>;
}

const MINUTE_MS = 60_000;
const KEPT_MS = 30_000;
/** Between lists that a callback asks for. */
const SOONEST_MS = 10_000;
const BOLETO_KEPT_MS = 30 * MINUTE_MS;
const HOUR_MS = 60 * MINUTE_MS;
/** Between two clocks. */
const SKEW_MS = 10 * MINUTE_MS;
/** A list that began within this time after the sending does not prove that there is no order. */
const NOTICED_MS = 5 * MINUTE_MS;
export const createBook = (asaas: Asaas): Book => {
  const { clock } = asaas;
  const kept = new Map<Paid, Kept>();
  const closed: { untilMs: number; failure: Failure | null } = { untilMs: Number.NEGATIVE_INFINITY, failure: null };

  const readAnew = async (context: CallContext, kind: Paid, fromDay: string): Promise<Result<Reading>> => {
    if (closed.failure !== null && clock.now() < closed.untilMs) return closed.failure;
    const one: Kept = { fromDay, begunAtMs: clock.now(), reading: readRows(asaas, context, kind, fromDay) };
    kept.set(kind, one);
    const said = await one.reading;
    if (!said.ok && kept.get(kind) === one) kept.delete(kind);
    if (!said.ok && said.kind === 'RATE_LIMITED') {
      closed.untilMs = clock.now() + (said.retryAfterMs ?? KEPT_MS);
      closed.failure = said;
    }
    return said;
  };

  return {
    readFor: async (context, { kind, sentAt, since }, isIn) => {
      const [nowMs, sentAtMs] = [clock.now(), Date.parse(sentAt)];
      const fromDay = dayInBrasilia(Math.min(sentAtMs, nowMs) - SKEW_MS);
      const one = kept.get(kind);
      if (one === undefined || one.fromDay > fromDay) return readAnew(context, kind, fromDay);
      const said = await one.reading;
      if (!said.ok) return readAnew(context, kind, fromDay);
      const ageMs = nowMs - one.begunAtMs;
      const isOld = kind === 'BOLETO' && nowMs - sentAtMs > HOUR_MS;
      const isFresh = ageMs < (isOld ? BOLETO_KEPT_MS : KEPT_MS * said.value.pages);
      const isProof = isIn(said.value) || one.begunAtMs >= sentAtMs + NOTICED_MS;
      const isCalledFor = since !== undefined && one.begunAtMs < Date.parse(since);
      if (isCalledFor && ageMs < SOONEST_MS)
        return failingAs(asaas)('RATE_LIMITED', 'RATE_LIMITED', 'The list of Asaas was read very recently');
      return isFresh && isProof && !isCalledFor ? said : readAnew(context, kind, fromDay);
    },
  };
};
