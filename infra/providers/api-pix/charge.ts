import { toDecimal } from '../../../aggregates/money';
import type { AskedCharge, Charge, ChargeRequest } from '../../../commands/ports/providers/charge-provider';
import type { CallContext, Result } from '../../../commands/ports/providers/result';
import { failingAs } from '../failures';
import type { Told } from '../http/client';
import { putOnce, shownIn, unansweredIn } from './answers';
import type { ApiPix } from './client';
import { disputesIn, readPayments } from './payments';
import { chargeShape, idOf, type ToldCharge } from './shapes';

const CHARGES = '/cob/';

/** `\d{1,10}\.\d{2}` reais. */
const LARGEST = 999_999_999_999n;
const ID = /^[a-zA-Z0-9]{26,35}$/;

const bodyOf = ({ pixKey, clock }: ApiPix, { amount, expiresAt, description, payer }: ChargeRequest): object => {
  const expiracao = Math.max(1, Math.ceil((Date.parse(expiresAt) - clock.now()) / 1_000));
  const { taxId, name: nome = taxId } = payer;
  return {
    ...{ calendario: { expiracao }, chave: pixKey, devedor: { [taxId.length === 11 ? 'cpf' : 'cnpj']: taxId, nome } },
    valor: { original: toDecimal(amount, 2), modalidadeAlteracao: 0 },
    ...(description === undefined ? {} : { solicitacaoPagador: description.slice(0, 140) }),
  };
};

/** A repeated PUT would change the charge: what the bank holds under the id is read first, and kept. */
export const createCharge = async (
  bank: ApiPix,
  context: CallContext,
  request: ChargeRequest,
): Promise<Result<Charge>> => {
  const [fail, { idempotencyKey: key, amount, split, payer }] = [failingAs(bank), request];
  if (amount <= 0n || amount > LARGEST || split !== undefined || !ID.test(idOf(key)))
    return fail('REJECTED', 'UNSUPPORTED', 'The bank makes no such charge');
  const ask = (): Promise<Told> => askCharge(bank, context, key);
  const read = (told: Told) => chargeIn(bank, told, key);
  const held = read(await ask());
  if (!held.ok && held.kind !== 'NOT_FOUND') return { ...held, kind: 'RETRYABLE' };
  const put = () => bank.put(context, [CHARGES, idOf(key)], bodyOf(bank, request), Date.parse(request.notAfter));
  const made = held.ok ? held : await putOnce(bank, { what: 'charge', put, ask, read });
  if (!made.ok) return made;
  if (made.value.valor.original !== amount)
    return fail('UNKNOWN', 'PROTOCOL', 'The bank holds a charge of another amount under the id');
  // No question about a charge compares its payer: its code must reach no user.
  if (!Object.values(made.value.devedor).includes(payer.taxId))
    return fail('REJECTED', 'PROTOCOL', 'The bank holds a charge of another payer under the id');
  const shown = await shownAs(bank, context, key, made.value);
  return shown.ok ? shown : { ...shown, kind: 'UNKNOWN' };
};

/** The bank refuses to remove a paid charge: the charge is read in either case. */
export const cancelCharge = async (bank: ApiPix, context: CallContext, asked: AskedCharge): Promise<Result<Charge>> => {
  const removal = { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' };
  const told = await bank.patch(context, [CHARGES, idOf(asked.idempotencyKey)], removal);
  return unansweredIn(bank, told) ?? getCharge(bank, context, asked);
};

export const getCharge = async (
  bank: ApiPix,
  context: CallContext,
  { idempotencyKey: key }: AskedCharge,
): Promise<Result<Charge>> => {
  const told = chargeIn(bank, await askCharge(bank, context, key), key);
  return told.ok ? shownAs(bank, context, key, told.value) : told;
};

const askCharge = (bank: ApiPix, context: CallContext, key: string): Promise<Told> =>
  bank.get(context, CHARGES, encodeURIComponent(idOf(key)));

const chargeIn = (bank: ApiPix, told: Told, key: string): Result<ToldCharge> => {
  const read = shownIn(bank, told, chargeShape);
  if (!read.ok || read.value.txid === idOf(key)) return read;
  return failingAs(bank)('UNKNOWN', 'PROTOCOL', 'The bank answered another charge');
};

const STATES: Readonly<Record<string, Charge['state']>> = {
  ...{ ATIVA: 'ACTIVE', CONCLUIDA: 'PAID' },
  ...{ REMOVIDA_PELO_USUARIO_RECEBEDOR: 'CANCELLED', REMOVIDA_PELO_PSP: 'CANCELLED' },
};

/** The standard has no status of an expired charge. Null: a status that it does not name. */
const stateOf = ({ status, calendario: { criacao, expiracao } }: ToldCharge, nowMs: number) => {
  const state = Object.hasOwn(STATES, status) ? STATES[status]! : null;
  return state === 'ACTIVE' && nowMs >= Date.parse(criacao) + expiracao * 1_000 ? 'EXPIRED' : state;
};

const shownAs = async (
  bank: ApiPix,
  context: CallContext,
  idempotencyKey: string,
  told: ToldCharge,
): Promise<Result<Charge>> => {
  const { txid, valor, pixCopiaECola: brCode } = told;
  const state = stateOf(told, bank.clock.now());
  if (state === null)
    return failingAs(bank)('UNKNOWN', 'PROTOCOL', 'The charge has a status that the standard does not name');
  const paid = await readPayments(bank, context, told);
  if (!paid.ok) return paid;
  const isUnlisted = state === 'PAID' && paid.value.length === 0;
  return {
    ok: true,
    value: {
      ...{ idempotencyKey, providerId: txid, txid, amount: valor.original, brCode: brCode ?? '' },
      ...{ state: isUnlisted ? 'ACTIVE' : state, payments: paid.value, disputes: disputesIn(told) },
    },
  };
};
