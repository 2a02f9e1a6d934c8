import { maskPixKey } from '../../../aggregates/codes/pix-key';
import type { Clock } from '../../../commands/ports/clock';
import type { Payout, PayoutProvider, PayoutRequest } from '../../../commands/ports/payout-provider';
import type { CallContext, Failure, Result } from '../../../commands/ports/result';
import type { BankControls } from '../../../commands/ports/sandbox-controls';
import { withinDeadline } from '../deadline';
import { failure } from '../failures';
import { bankControls } from './bank-controls';
import { lookUpBoleto } from './boleto-registry';
import { objectionTo } from './check-order';
import { lookUpGiftCard } from './gift-cards';
import { lookUpBrCode, lookUpKey } from './look-ups';
import type { OrderKey, PayoutStore, StoredOrder } from './payouts/payout-store';
import { momentMs, paced, payoutAt, providerIdOf } from './payouts/payout-timeline';
import { bookOrder, takeCall } from './payouts/take-order';
import { chooseScenario, payeeKeyOf } from './scenarios/choose-scenario';
import { type Refusal, SETTLE_MS } from './scenarios/scenario';

export const NAME = 'sandbox';

/** A window with more payouts is refused: a partial list would be taken for complete. */
export const LIST_LIMIT = 1_000;

export interface BankOptions {
  readonly store: PayoutStore;
  readonly clock: Clock;
  /** Duration of a settlement (default 2,000); the table's other times scale with it. */
  readonly settleDelayMs?: number;
  readonly onPlanned?: (dueAtMs: number) => void;
}

export interface SandboxBank {
  readonly provider: PayoutProvider;
  readonly controls: BankControls;
}

type Bank = Required<BankOptions>;

const keyOf = (context: CallContext, idempotencyKey: string): OrderKey => ({
  partnerId: context.partnerId,
  idempotencyKey,
});

/** As the money is, whatever was ordered: who asks knows that, and an amount of another order must come to light. */
const answerFrom = async (bank: Bank, order: StoredOrder): Promise<Result<Payout>> => {
  if (order.bookedAtMs === null) return failure(NAME, 'NOT_FOUND', 'OTHER', 'The bank knows no order with this key');
  const aheadMs = await bank.store.aheadMs(order.partnerId);
  return { ok: true, value: payoutAt(order, order.bookedAtMs, momentMs(order, bank.clock.now(), aheadMs)) };
};

/** Checks like every adapter: an amount other than ours is a protocol breach (rule 10). */
const answerTo = async (bank: Bank, order: StoredOrder, amountCents: bigint): Promise<Result<Payout>> => {
  const said = await answerFrom(bank, order);
  if (!said.ok || said.value.amount === amountCents) return said;
  const { amount } = said.value;
  return failure(NAME, 'UNKNOWN', 'PROTOCOL', `The bank answers ${amount} cents to an order of ${amountCents}`);
};

const refusalOf = (refusal: Refusal, settleDelayMs: number): Failure => {
  const { kind, code, message, providerCode, retryClass, retryAfterMs } = refusal;
  return {
    ...failure(NAME, kind, code, message),
    ...(providerCode === undefined ? {} : { providerCode }),
    ...(retryClass === undefined ? {} : { retryClass }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs: paced(retryAfterMs, settleDelayMs) }),
  };
};

const send = async (bank: Bank, key: OrderKey, request: PayoutRequest): Promise<Result<Payout>> => {
  const scenario = chooseScenario(request);
  if (scenario === null) return failure(NAME, 'REJECTED', 'UNSUPPORTED', 'No sandbox scenario has this name');
  const { settleDelayMs } = bank;
  const amountCents = request.amount;
  const payeeKey = payeeKeyOf(request.method);
  const draft = {
    ...key,
    providerId: providerIdOf(key),
    amountCents,
    scenario: scenario.name,
    settleDelayMs,
    kind: request.method.kind,
    payeeKeyMasked: payeeKey === null ? null : maskPixKey(payeeKey),
    calledAtMs: bank.clock.now(),
  };
  const taken = await takeCall(bank, draft);
  if (taken === null) return failure(NAME, 'RETRYABLE', 'OTHER', 'The bank did not take the call, and booked nothing');
  const { order, answer } = taken;
  const books = answer === null || answer.books;
  const kept = books && order.bookedAtMs === null ? await bookOrder(bank, order) : order;
  return answer === null ? answerTo(bank, kept, amountCents) : refusalOf(answer, settleDelayMs);
};

const isBooked = async (bank: Bank, key: OrderKey): Promise<boolean> =>
  ((await bank.store.find(key))?.bookedAtMs ?? null) !== null;

const create = async (bank: Bank, context: CallContext, request: PayoutRequest): Promise<Result<Payout>> => {
  const now = bank.clock.now();
  const objection = objectionTo(request, now);
  // A booked key is the same order, even if the registry has changed since.
  if (objection !== null && !(await isBooked(bank, keyOf(context, request.idempotencyKey)))) {
    return failure(NAME, 'REJECTED', objection.code, objection.message);
  }
  // Provably nothing was sent, so the key may be sent again (rule 3).
  if (now > Date.parse(request.notAfter) || now >= context.deadlineMs)
    return failure(NAME, 'RETRYABLE', 'TIMEOUT', 'Too late to send');
  return withinDeadline({
    atMs: context.deadlineMs,
    clock: bank.clock,
    work: () => send(bank, keyOf(context, request.idempotencyKey), request),
    otherwise: (why) => failure(NAME, 'UNKNOWN', 'TIMEOUT', why),
  });
};

const read = <Value>(bank: Bank, context: CallContext, work: () => Promise<Result<Value>>): Promise<Result<Value>> =>
  withinDeadline({
    atMs: context.deadlineMs,
    clock: bank.clock,
    work,
    otherwise: (why) => failure(NAME, 'UNAVAILABLE', 'TIMEOUT', why),
  });

const get = (bank: Bank, context: CallContext, idempotencyKey: string): Promise<Result<Payout>> =>
  read(bank, context, async () => {
    const order = await bank.store.find(keyOf(context, idempotencyKey));
    if (order === null) return failure(NAME, 'NOT_FOUND', 'OTHER', 'The bank knows no order with this key');
    return answerFrom(bank, order);
  });

const list = (bank: Bank, context: CallContext, fromMs: number, toMs: number): Promise<Result<readonly Payout[]>> =>
  read(bank, context, async () => {
    const orders = await bank.store.list(context.partnerId, { fromMs, toMs, limit: LIST_LIMIT + 1 });
    if (orders.length > LIST_LIMIT)
      return failure(NAME, 'UNAVAILABLE', 'OTHER', `More than ${LIST_LIMIT} payouts: ask for a shorter window`);
    const [nowMs, aheadMs] = [bank.clock.now(), await bank.store.aheadMs(context.partnerId)];
    const payouts = orders.flatMap((order) =>
      order.bookedAtMs === null ? [] : [payoutAt(order, order.bookedAtMs, momentMs(order, nowMs, aheadMs))],
    );
    return { ok: true, value: payouts };
  });

/** Pure functions over the books and the clock (design: providers, "Sandbox provider"); all ids begin with `sbx_`. */
export const createSandboxBank = (options: BankOptions): SandboxBank => {
  const bank: Bank = { settleDelayMs: SETTLE_MS, onPlanned: () => undefined, ...options };
  const provider: PayoutProvider = {
    name: NAME,
    mode: 'sandbox',
    kinds: ['PIX_KEY', 'PIX_BRCODE', 'BOLETO', 'GIFT_CARD'],
    idempotency: 'NATIVE',
    resolveBrCode: (context, brCode) => read(bank, context, async () => lookUpBrCode(brCode)),
    resolveKey: (context, key) => read(bank, context, async () => lookUpKey(key)),
    resolveBoleto: (context, code) => read(bank, context, async () => lookUpBoleto(code, bank.clock.now())),
    resolveGiftCard: (context, code) => read(bank, context, async () => lookUpGiftCard(code)),
    create: (context, request) => create(bank, context, request),
    get: (context, idempotencyKey) => get(bank, context, idempotencyKey),
    list: (context, from, to) => list(bank, context, Date.parse(from), Date.parse(to)),
  };
  return { provider, controls: bankControls(bank) };
};
