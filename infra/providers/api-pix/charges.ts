import type { ChargeProvider, Credit } from '../../../commands/ports/providers/charge-provider';
import type { CallContext, Result } from '../../../commands/ports/providers/result';
import type { Health } from '../health';
import { cancelCharge, createCharge, getCharge } from './charge';
import { type ApiPix, type ApiPixOptions, createApiPix } from './client';
import { readPix } from './payments';
import { getRefund, makeRefund } from './refund';
import { keyOf } from './shapes';

const listCredits = async (
  bank: ApiPix,
  context: CallContext,
  from: string,
  to: string,
): Promise<Result<readonly Credit[]>> => {
  const said = await readPix(bank, context, `inicio=${from}&fim=${to}`);
  if (!said.ok) return said;
  const credits = [...said.value.values()].map(
    ({ endToEndId, txid, valor, horario }): Credit => ({
      ...{ endToEndId, chargeKey: keyOf(txid ?? ''), amount: valor, at: horario },
    }),
  );
  return { ok: true, value: credits.filter(({ at }) => at >= from && at < to) };
};

/** Takes PIX of charges into an account at a bank of the central bank's API Pix 2.9.0. */
export const createApiPixCharges = (options: ApiPixOptions): ChargeProvider => {
  const bank = createApiPix(options);
  return {
    ...{ name: options.name, mode: 'live', kinds: ['PIX'], idempotency: 'NATIVE' },
    create: (context, request) => createCharge(bank, context, request),
    get: (context, asked) => getCharge(bank, context, asked),
    cancel: (context, asked) => cancelCharge(bank, context, asked),
    refund: (context, request) => makeRefund(bank, context, request),
    getRefund: (context, asked) => getRefund(bank, context, asked),
    listCredits: (context, from, to) => listCredits(bank, context, from, to),
  };
};

const WINDOW_MS = 60_000;

/** Asks once for the PIX of the last minute: the standard has no balance. Moves nothing. */
export const readHealth = async (options: ApiPixOptions, context: CallContext): Promise<Health> => {
  const nowMs = options.clock.now();
  const [from = '', to = ''] = [nowMs - WINDOW_MS, nowMs].map((ms) => new Date(ms).toISOString());
  const said = await listCredits(createApiPix(options), context, from, to);
  return { balanceCents: null, tokens: null, error: said.ok ? null : { code: said.code, message: said.message } };
};
