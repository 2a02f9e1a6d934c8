import type { Clock } from '../../../../commands/ports/clock';
import type {
  Charge,
  ChargeProvider,
  ChargeRequest,
  Credit,
} from '../../../../commands/ports/providers/charge-provider';
import type { CallContext, Result } from '../../../../commands/ports/result';
import { failure } from '../../failures';
import type { BookKey, OpenBook } from '../books/books';
import { momentIn, nowOf } from '../books/simulated-time';
import { SETTLE_MS } from '../scenarios/scenario';
import { type Charging, keyOf, NAME, notFound, paidBy, tooLate, within } from './charge-desk';
import type { ChargeEntry, RefundPlace } from './charge-entry';
import { chargeAt, chargeScenarioOf, newCharge, paymentsOf, shownTaxId } from './charge-timeline';
import { type ChargeControl, createChargeControl } from './control';
import { createRefunds } from './refunding';

export interface ChargingOptions {
  readonly openBook: OpenBook;
  readonly clock: Clock;
  /** Until the simulated payer pays (default 2,000). */
  readonly settleDelayMs?: number;
  /** Default: no partner's time was ever moved on. */
  readonly aheadMs?: Charging['aheadMs'];
  /** Default: the bank calls about nothing. */
  readonly plan?: Charging['plan'];
}

export interface SandboxCharges {
  readonly provider: ChargeProvider;
  readonly control: ChargeControl;
}

/** A window with more charges is refused: a partial list would be taken for complete. */
const LIST_LIMIT = 1_000;

const answered = (key: BookKey, entry: ChargeEntry | null, nowMs: number): Result<Charge> =>
  entry === null || entry.bookedAtMs === null ? notFound('charge') : { ok: true, value: chargeAt(key, entry, nowMs) };

const create = async (charging: Charging, key: BookKey, request: ChargeRequest): Promise<Result<Charge>> => {
  const { charges, settleDelayMs } = charging;
  const now = await nowOf(charging, key);
  const nowMs = now.clockMs;
  const payer = shownTaxId(request.payer.taxId);
  const isSplitSound = request.split === undefined || request.split.amount < request.amount;
  if (payer === null || request.amount <= 0n || !isSplitSound || Date.parse(request.expiresAt) <= nowMs) {
    return failure(NAME, 'REJECTED', 'UNSUPPORTED', 'No bank makes such a charge');
  }
  const kept = await charges.change(key, nowMs, (before) => {
    const entry = before ?? newCharge(key, request, payer, settleDelayMs);
    const called = { ...entry, calls: entry.calls + 1 };
    const staysAsItIs = entry.bookedAtMs !== null || answerTo(called)?.books === false;
    return staysAsItIs ? called : { ...called, bookedAtMs: nowMs, bookedAheadMs: now.aheadMs };
  });
  if (kept === null) return notFound('charge');
  if (BigInt(kept.amountCents) !== request.amount) {
    return failure(NAME, 'UNKNOWN', 'PROTOCOL', 'The key belongs to a charge of another amount');
  }
  if (kept.calls === 1) await planPlayed(charging, key, kept);
  const refusal = answerTo(kept);
  return refusal === null
    ? answered(key, kept, momentIn(now, kept))
    : failure(NAME, refusal.kind, refusal.code, refusal.message);
};

/** What the simulated payer and his bank will do, the service is called about when they do it. */
const planPlayed = async ({ plan }: Charging, key: BookKey, entry: ChargeEntry): Promise<void> => {
  const { bookedAtMs, settleDelayMs } = entry;
  const { pix, disputed } = chargeScenarioOf(entry);
  if (bookedAtMs === null) return;
  if (pix !== null) await plan(key, 'played', bookedAtMs + settleDelayMs);
  if (disputed) await plan(key, 'disputed', bookedAtMs + 2 * settleDelayMs);
};

const answerTo = (entry: ChargeEntry) => {
  const { answers } = chargeScenarioOf(entry);
  return answers[Math.min(entry.calls, answers.length) - 1] ?? null;
};

/** A payment that came first stands: then nothing is cancelled. */
const cancel = async (charging: Charging, key: BookKey): Promise<Result<Charge>> => {
  const now = await nowOf(charging, key);
  const kept = await charging.charges.change(key, now.clockMs, (entry) => {
    const nowMs = momentIn(now, entry);
    if (entry === null || entry.bookedAtMs === null || entry.cancelledAtMs !== null) return null;
    if (paymentsOf(key, entry, nowMs).length > 0) return null;
    return {
      ...entry,
      cancelledAtMs: nowMs,
      ...(chargeScenarioOf(entry).paidAtCancel ? metBy(key, entry, nowMs) : {}),
    };
  });
  return answered(key, kept, momentIn(now, kept));
};

const metBy = (key: BookKey, entry: ChargeEntry, nowMs: number): Pick<ChargeEntry, 'paid'> => {
  const paidAtMs = Math.min(nowMs, entry.expiresAtMs);
  const { amountCents, payerTaxIdMasked } = entry;
  return { paid: [paidBy(key, entry, { amountCents, payerTaxIdMasked, isExpectedPayer: true, paidAtMs })] };
};

const listCredits = async (
  charging: Charging,
  { partnerId }: CallContext,
  from: string,
  to: string,
): Promise<Result<readonly Credit[]>> => {
  const [fromMs, toMs] = [Date.parse(from), Date.parse(to)];
  const now = await nowOf(charging, { partnerId });
  const credits: Credit[] = [];
  for await (const entry of chargesOf(charging, partnerId, toMs)) {
    const payments = paymentsOf(entry, entry, momentIn(now, entry));
    const within = payments.filter(({ paidAtMs }) => paidAtMs >= fromMs && paidAtMs < toMs);
    credits.push(...within.map((paid) => creditOf(entry, paid)));
    if (credits.length > LIST_LIMIT)
      return failure(NAME, 'UNAVAILABLE', 'OTHER', `More than ${LIST_LIMIT} credits: ask for a shorter window`);
  }
  return { ok: true, value: credits };
};

const creditOf = (
  { idempotencyKey }: BookKey,
  { endToEndId, amountCents, paidAtMs }: ReturnType<typeof paymentsOf>[number],
): Credit => ({
  ...{ endToEndId, chargeKey: idempotencyKey, amount: BigInt(amountCents) },
  at: new Date(paidAtMs).toISOString(),
});

const PAGE = 500;

/** All of them: a charge may be paid long after it was opened. */
async function* chargesOf({ charges }: Charging, partnerId: string, toMs: number) {
  let [fromMs, after] = [0, ''];
  for (;;) {
    const page = await charges.list(partnerId, { fromMs, after, toMs, limit: PAGE });
    yield* page;
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return;
    [fromMs, after] = [last.openedAtMs, last.idempotencyKey];
  }
}

/** Pure functions over the books and the clock (design: providers, "Sandbox provider"); all ids begin with `sbx_`. */
export const createSandboxCharges = ({
  openBook,
  clock,
  settleDelayMs = SETTLE_MS,
  aheadMs = async () => 0,
  plan = async () => undefined,
}: ChargingOptions): SandboxCharges => {
  const books = { charges: openBook<ChargeEntry>('charges'), places: openBook<RefundPlace>('refunds') };
  const charging: Charging = { ...books, clock, settleDelayMs, aheadMs, plan };
  const { refund, getRefund } = createRefunds(charging);
  const provider: ChargeProvider = {
    ...{ name: NAME, mode: 'sandbox', kinds: ['PIX', 'PIX_SPLIT'], idempotency: 'NATIVE' },
    create: async (context, request) => {
      // Provably nothing was sent, so the key may be sent again (rule 3).
      if (tooLate(charging, context, request.notAfter))
        return failure(NAME, 'RETRYABLE', 'TIMEOUT', 'Too late to send');
      return within(charging, context, 'UNKNOWN', () =>
        create(charging, keyOf(context, request.idempotencyKey), request),
      );
    },
    get: (context, idempotencyKey) =>
      within(charging, context, 'UNAVAILABLE', async () => {
        const key = keyOf(context, idempotencyKey);
        const [now, entry] = [await nowOf(charging, key), await charging.charges.find(key)];
        return answered(key, entry, momentIn(now, entry));
      }),
    cancel: (context, idempotencyKey) =>
      within(charging, context, 'UNAVAILABLE', () => cancel(charging, keyOf(context, idempotencyKey))),
    refund,
    getRefund,
    listCredits: (context, from, to) =>
      within(charging, context, 'UNAVAILABLE', () => listCredits(charging, context, from, to)),
  };
  return { provider, control: createChargeControl(charging) };
};
