import type { AskedCharge, Charge, ChargeRequest } from '../../../../commands/ports/providers/charge-provider';
import type { CallContext, Result } from '../../../../commands/ports/providers/result';
import { failingAs } from '../../failures';
import { isAccepted } from '../../http/client';
import { type Meaning, refusalIn, unansweredIn } from '../answers';
import type { Woovi } from '../client';
import { readDisputes, readPayments } from './payments';
import { CHARGES, chargeIn, readCharge, unlisted } from './reading';
import type { ToldCharge } from './shapes';

/** Woovi accepts no shorter charge. */
const SHORTEST_SECONDS = 300;

const bodyOf = (request: ChargeRequest, nowMs: number): object => {
  const { idempotencyKey: correlationID, amount, expiresAt, description, payer } = request;
  const seconds = Math.ceil((Date.parse(expiresAt) - nowMs) / 1_000);
  const { name = payer.taxId, taxId: taxID, email } = payer;
  const customer = { name, taxID, ...(email === undefined ? {} : { email }) };
  const said = description === undefined ? {} : { comment: description };
  const expiresIn = Math.max(seconds, SHORTEST_SECONDS);
  return { correlationID, value: Number(amount), expiresIn, customer, ensureSameTaxID: true, ...said };
};

const shownAs = (
  told: ToldCharge,
  state: Charge['state'],
  came: Pick<Charge, 'payments' | 'disputes'> = { payments: [], disputes: [] },
): Charge => {
  const { correlationID, value: amount, brCode, transactionID: txid, globalID, qrCodeImage } = told;
  return {
    ...{ idempotencyKey: correlationID, providerId: globalID ?? correlationID, txid, state, amount, brCode, ...came },
    ...(qrCodeImage ? { qrImageUrl: qrCodeImage } : {}),
  };
};

export const createCharge = async (
  woovi: Woovi,
  context: CallContext,
  request: ChargeRequest,
): Promise<Result<Charge>> => {
  const [fail, { idempotencyKey: key, amount }] = [failingAs(woovi), request];
  if (amount <= 0n || amount > BigInt(Number.MAX_SAFE_INTEGER) || request.split !== undefined)
    return fail('REJECTED', 'UNSUPPORTED', 'Woovi does not create such a charge');
  const told = await woovi.post(context, CHARGES, bodyOf(request, woovi.clock.now()), Date.parse(request.notAfter));
  if (told.kind === 'NOT_SENT') return fail('RETRYABLE', 'TIMEOUT', 'The charge was not sent');
  const refusal = told.kind === 'ANSWERED' ? refusalIn(told) : null;
  if (refusal === null && !isAccepted(told))
    return fail('UNKNOWN', 'TIMEOUT', 'Woovi did not report the outcome of the charge');
  // A refusal with any text may be of a repetition: Woovi's charge under the key decides.
  const held = isAccepted(told) ? chargeIn(woovi, told.body, key) : await readCharge(woovi, context, key);
  if (!held.ok && refusal !== null && held.kind === 'NOT_FOUND') return refused(woovi, refusal);
  if (!held.ok) return { ...held, kind: 'UNKNOWN' };
  if (held.value.value === amount) return { ok: true, value: shownAs(held.value, 'ACTIVE') };
  return fail('UNKNOWN', 'PROTOCOL', 'Woovi has a charge with a different amount under this key');
};

const refused = (woovi: Woovi, refusal: Meaning): Result<Charge> => {
  const fail = failingAs(woovi);
  if (refusal === 'AUTH') return fail('RETRYABLE', 'AUTH', 'Woovi rejects the credentials, or a scope is missing');
  if (refusal === 'RATE_LIMITED') return fail('RATE_LIMITED', 'RATE_LIMITED', 'Woovi accepts no charges at present');
  return refusal === 'EXISTS'
    ? fail('UNKNOWN', 'DUPLICATE_KEY', 'Woovi has the charge but does not show it')
    : fail('REJECTED', 'OTHER', 'Woovi refused the charge');
};

/** Woovi removes no paid charge. The payments are read after the removal or its refusal. */
export const cancelCharge = async (woovi: Woovi, context: CallContext, asked: AskedCharge): Promise<Result<Charge>> => {
  const told = await woovi.remove(context, [`${CHARGES}/`, encodeURIComponent(asked.idempotencyKey)]);
  return unansweredIn(woovi, told) ?? getCharge(woovi, context, asked);
};

const STATES: Readonly<Record<string, Charge['state']>> = { ACTIVE: 'ACTIVE', COMPLETED: 'PAID', EXPIRED: 'EXPIRED' };

/** Represents a removed charge: Woovi no longer shows the charge, but still reports its payments. */
const removed = ({ idempotencyKey, amount = 0n }: AskedCharge): ToldCharge => ({
  ...{ correlationID: idempotencyKey, value: amount, status: '', brCode: '', transactionID: idempotencyKey },
});

export const getCharge = async (woovi: Woovi, context: CallContext, asked: AskedCharge): Promise<Result<Charge>> => {
  const key = asked.idempotencyKey;
  const shown = await readCharge(woovi, context, key);
  const isGone = !shown.ok && shown.kind === 'NOT_FOUND' && asked.amount !== undefined;
  if (!shown.ok && !isGone) return shown;
  const told = shown.ok ? shown.value : removed(asked);
  const state = isGone ? 'CANCELLED' : Object.hasOwn(STATES, told.status) ? STATES[told.status]! : null;
  if (state === null) return unlisted(woovi, 'charge');
  if (state === 'ACTIVE') return { ok: true, value: shownAs(told, state) };
  const paid = await readPayments(woovi, context, key);
  if (!paid.ok) return paid;
  const { payments, isAnyHeld } = paid.value;
  // Money that a bank holds may still arrive, so the charge is neither paid nor closed.
  if (payments.length === 0)
    return { ok: true, value: shownAs(told, state === 'PAID' || isAnyHeld ? 'ACTIVE' : state) };
  const disputes = await readDisputes(woovi, context, payments);
  if (!disputes.ok) return disputes;
  return { ok: true, value: shownAs(told, state, { payments, disputes: disputes.value }) };
};
