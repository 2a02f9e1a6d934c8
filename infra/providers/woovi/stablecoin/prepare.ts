import type { DeliveryOrder, PreparedDelivery } from '../../../../commands/ports/providers/crypto-delivery';
import type { CallContext, Failure, Result } from '../../../../commands/ports/providers/result';
import { failingAs } from '../../failures';
import { isAccepted } from '../../http/client';
import { jsonTextOf } from '../../http/json';
import { type Meaning, refusalIn, unansweredIn } from '../answers';
import type { Woovi } from '../client';
import type { Prepared } from './approve';
import type { DepositAsset } from './assets';
import { createdShape, DEPOSITS, type Deposit, deliveryOf, depositIn, readDeposit } from './deposits';

/** Time for which Woovi keeps a price: the life of a found deposit, whose expiration no document shows. */
const KEPT_MS = 60_000;

const endMsOf = ({ expiration, createdAt }: Deposit, nowMs: number): number => {
  const [endMs, createdMs] = [expiration, createdAt].map((time) => Date.parse(time ?? ''));
  return [endMs!, createdMs! + KEPT_MS].find((ms) => !Number.isNaN(ms)) ?? nowMs;
};

const refused = (woovi: Woovi, refusal: Meaning): Failure => {
  const fail = failingAs(woovi);
  if (refusal === 'EXISTS') return fail('UNAVAILABLE', 'DUPLICATE_KEY', 'Woovi has the deposit but does not show it');
  const code = refusal === 'LIMIT' ? 'LIMIT_EXCEEDED' : refusal === 'NO_BALANCE' ? 'INSUFFICIENT_FUNDS' : 'OTHER';
  return { ...fail('REJECTED', code, 'Woovi refused the deposit'), retryClass: refusal !== 'LIMIT' };
};

const makeDeposit = async (
  woovi: Woovi,
  context: CallContext,
  { currency, network }: DepositAsset,
  order: DeliveryOrder,
): Promise<Result<Deposit>> => {
  const { idempotencyKey: correlationId, brlCents, destination: destinationWalletAddress, notAfter } = order;
  const bought = { value: Number(brlCents), currency, network: network.toUpperCase() };
  const body = { ...bought, correlationId, destinationWalletAddress };
  const told = await woovi.post(context, DEPOSITS, body, Date.parse(notAfter));
  const refusal = told.kind === 'ANSWERED' ? refusalIn(told) : null;
  const unanswered = unansweredIn(woovi, told);
  if (unanswered !== null) return unanswered;
  if (isAccepted(told)) return depositIn(woovi, createdShape.safeParse(told.body).data, correlationId);
  // A refusal with any text may be of a repetition: Woovi's deposit under the key decides.
  const held = await readDeposit(woovi, context, correlationId);
  return !held.ok && held.kind === 'NOT_FOUND' && refusal !== null ? refused(woovi, refusal) : held;
};

/** Makes a deposit once, and approves nothing. An amount below the minimum is reported, and the caller ends it. */
export const prepareDeposit = async (
  woovi: Woovi,
  context: CallContext,
  asset: DepositAsset,
  order: DeliveryOrder,
): Promise<Result<PreparedDelivery>> => {
  const { idempotencyKey: key, brlCents, minimum, notAfter } = order;
  const fail = failingAs(woovi);
  if (brlCents <= 0n || brlCents > BigInt(Number.MAX_SAFE_INTEGER))
    return fail('REJECTED', 'AMOUNT_OUT_OF_RANGE', 'Woovi makes no deposit of this amount');
  const found = await readDeposit(woovi, context, key);
  const isNew = !found.ok && found.kind === 'NOT_FOUND';
  const held = isNew ? await makeDeposit(woovi, context, asset, order) : found;
  if (!held.ok) return held;
  const { id, inputAmount: cents, outputCurrency } = held.value;
  if (cents !== brlCents || outputCurrency !== asset.currency)
    return fail('REJECTED', 'DUPLICATE_KEY', 'Woovi has another deposit under this key');
  const delivery = deliveryOf(woovi, held.value);
  if (!delivery.ok) return delivery;
  if (delivery.value.state === 'FAILED')
    return { ...fail('REJECTED', 'OTHER', 'The deposit failed before its approval'), retryClass: true };
  const untilMs = BigInt(Math.min(Date.parse(notAfter), endMsOf(held.value, woovi.clock.now())));
  const prepared: Prepared = { key, id, cents, minimum, untilMs };
  return { ok: true, value: { delivery: delivery.value, prepared: jsonTextOf(prepared) } };
};
