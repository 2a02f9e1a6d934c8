import { z } from 'zod';
import { dayInBrasilia } from '../../../aggregates/brasilia-day';
import type { ResolvedBoleto, ResolvedBrCode } from '../../../commands/ports/providers/resolved-payee';
import type { CallContext, Failure, Result } from '../../../commands/ports/providers/result';
import { failingAs } from '../failures';
import { readRefusable } from '../http/read-refusable';
import { centsShape, unansweredIn } from './answers';
import type { Woovi } from './client';

const DECODE = '/api/v1/decode/emv';
const VALIDATE = '/api/v1/boleto/validate';

const reaisShape = z
  .string()
  .regex(/^\d{1,10}\.\d{2}$/)
  .transform((text) => BigInt(text.replace('.', '')));

const countShape = z.string().regex(/^\d{1,10}$/);

const chargeShape = z.object({
  calendar: z.object({ creation: z.string(), expiration: countShape.nullish() }).nullish(),
  key: z.string().nullish(),
  status: z.string(),
  txid: z.string().nullish(),
  value: z.object({ original: reaisShape, final: reaisShape.nullish(), modalidadeAlteracao: countShape.nullish() }),
});

const locationShape = z.object({ isValid: z.boolean(), payload: z.unknown().optional() }).nullish();

const decodedShape = z.object({
  emv: z.object({
    merchantName: z.string(),
    merchantAccountInformationPix: z.object({ key: z.string().nullish() }).nullish(),
    transactionAmount: reaisShape.nullish(),
    additionalDataFieldTemplate: z.object({ referenceLabel: z.string().nullish() }).nullish(),
  }),
  cobLocation: locationShape,
  recLocation: z.unknown().optional(),
});

type Decoded = z.infer<typeof decodedShape>;

const decode = (woovi: Woovi, context: CallContext, emv: string): Promise<Result<Decoded>> =>
  readRefusable(woovi, context, { path: DECODE, body: { emv }, shape: decodedShape, unansweredIn });

/** The first payment of a charge with a recurrence accepts debits from the payer's account, which is ours. */
const asksForDebits = ({ cobLocation, recLocation }: Decoded): boolean => Boolean(cobLocation) && Boolean(recLocation);

/** Null: unknown, as the decoding failed. */
export const isRecurring = async (woovi: Woovi, context: CallContext, brCode: string): Promise<boolean | null> => {
  const decoded = await decode(woovi, context, brCode);
  return decoded.ok ? asksForDebits(decoded.value) : null;
};

export const resolveBrCode = async (
  woovi: Woovi,
  context: CallContext,
  brCode: string,
): Promise<Result<ResolvedBrCode>> => {
  const decoded = await decode(woovi, context, brCode);
  if (!decoded.ok) return decoded;
  if (asksForDebits(decoded.value)) return invalid(woovi, 'The code requests a recurrence');
  const { cobLocation } = decoded.value;
  return cobLocation ? ofCharge(woovi, decoded.value, cobLocation) : { ok: true, value: ofStatic(decoded.value) };
};

const invalid = (woovi: Woovi, message: string): Failure => failingAs(woovi)('REJECTED', 'CODE_INVALID', message);

const ofStatic = ({ emv }: Decoded): ResolvedBrCode => {
  const amount = emv.transactionAmount || null;
  return {
    ...{ kind: 'STATIC', amount, amountEditable: amount === null, payeeName: emv.merchantName, status: 'ACTIVE' },
    key: emv.merchantAccountInformationPix?.key ?? null,
    txid: emv.additionalDataFieldTemplate?.referenceLabel ?? null,
  };
};

const STATUSES: Readonly<Record<string, ResolvedBrCode['status']>> = {
  ...{ ATIVA: 'ACTIVE', CONCLUIDA: 'PAID' },
  ...{ REMOVIDA_PELO_USUARIO_RECEBEDOR: 'REMOVED', REMOVIDA_PELO_PSP: 'REMOVED' },
};

const ofCharge = (
  woovi: Woovi,
  { emv }: Decoded,
  { isValid, payload }: NonNullable<z.infer<typeof locationShape>>,
): Result<ResolvedBrCode> => {
  const read = chargeShape.safeParse(payload);
  if (!isValid || !read.success) return invalid(woovi, 'The charge behind the code cannot be read');
  const { calendar, key, status: told, txid, value } = read.data;
  const expiresMs = Date.parse(calendar?.creation ?? '') + Number(calendar?.expiration ?? 'NaN') * 1_000;
  const status = Object.hasOwn(STATUSES, told) ? STATUSES[told]! : 'REMOVED';
  const isExpired = status === 'ACTIVE' && expiresMs <= woovi.clock.now();
  const amountEditable = value.modalidadeAlteracao === '1';
  return {
    ok: true,
    value: {
      ...{ kind: 'DYNAMIC', amount: value.final ?? value.original, amountEditable, payeeName: emv.merchantName },
      ...{ key: key ?? null, txid: txid ?? null, status: isExpired ? 'EXPIRED' : status },
    },
  };
};

const boletoShape = z.object({
  boleto: z.object({
    totalValue: centsShape,
    expiresDate: z.string().nullish(),
    finalBeneficiary: z.object({ name: z.string().nullish() }).nullish(),
  }),
});

/** The day in Brasília; null when Woovi reports none. */
const dayOf = (text: string | null | undefined): string | null => {
  const ms = Date.parse(text ?? '');
  return Number.isNaN(ms) ? null : dayInBrasilia(ms);
};

/** Woovi refuses a paid or too old code. */
export const resolveBoleto = async (
  woovi: Woovi,
  context: CallContext,
  barcode: string,
): Promise<Result<ResolvedBoleto>> => {
  const read = await readRefusable(woovi, context, {
    path: VALIDATE,
    body: { barcode },
    shape: boletoShape,
    unansweredIn,
  });
  if (!read.ok) return read;
  const { totalValue: amount, expiresDate, finalBeneficiary } = read.value.boleto;
  const payeeName = finalBeneficiary?.name ?? null;
  return { ok: true, value: { amount, dueDate: dayOf(expiresDate), payeeName, status: 'ACTIVE' } };
};
