import { z } from 'zod';
import { parseBrCode } from '../../../aggregates/codes/br-code';
import type { ResolvedBoleto, ResolvedBrCode } from '../../../commands/ports/providers/resolved-payee';
import type { CallContext, Result } from '../../../commands/ports/providers/result';
import { readRefusable } from '../http/read-refusable';
import { reaisShape } from '../http/reais';
import { text } from '../http/shapes';
import { unansweredIn } from './answers';
import type { Asaas } from './client';

const decodedShape = z.object({
  ...{ type: text, pixKey: text, conciliationIdentifier: text, expirationDate: text },
  ...{ value: reaisShape.nullish(), totalValue: reaisShape.nullish() },
  ...{ canBePaid: z.boolean(), canBePaidWithDifferentValue: z.boolean().nullish() },
  receiver: z.object({ name: text }).nullish(),
});

/** Past without a zone is past in Brasília too. */
const isPast = (said: string | null | undefined, nowMs: number): boolean => Date.parse(said ?? '') <= nowMs;

export const resolveBrCode = async (
  asaas: Asaas,
  context: CallContext,
  payload: string,
): Promise<Result<ResolvedBrCode>> => {
  const asked = { path: '/pix/qrCodes/decode', body: { payload }, shape: decodedShape, unansweredIn };
  const decoded = await readRefusable(asaas, context, asked);
  if (!decoded.ok) return decoded;
  const { type, pixKey, conciliationIdentifier, expirationDate, value, totalValue, receiver } = decoded.value;
  const { canBePaid, canBePaidWithDifferentValue } = decoded.value;
  const [amount, code] = [totalValue || value || null, parseBrCode(payload)];
  const isExpired = isPast(expirationDate, asaas.clock.now());
  return {
    ok: true,
    value: {
      ...{ kind: type === 'STATIC' ? 'STATIC' : 'DYNAMIC', amount, key: pixKey ?? null },
      amountEditable: amount === null || canBePaidWithDifferentValue === true,
      payeeName: receiver?.name ?? (code.ok ? code.code.payeeName : ''),
      txid: conciliationIdentifier ?? null,
      status: canBePaid ? 'ACTIVE' : isExpired ? 'EXPIRED' : 'REMOVED',
    },
  };
};

const simulatedShape = z.object({
  minimumScheduleDate: text,
  bankSlipInfo: z.object({ value: reaisShape.nullish(), dueDate: text, beneficiaryName: text, companyName: text }),
});

export interface SimulatedBoleto extends ResolvedBoleto {
  /** As `yyyy-mm-dd`; null: Asaas does not report it. */
  readonly firstDay: string | null;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const dayIn = (said: string | null | undefined): string | null => (said && DAY.test(said) ? said : null);

/** Asaas refuses a paid or too old code. */
export const simulateBoleto = async (
  asaas: Asaas,
  context: CallContext,
  barCode: string,
): Promise<Result<SimulatedBoleto>> => {
  const asked = { path: '/bill/simulate', body: { barCode }, shape: simulatedShape, unansweredIn };
  const read = await readRefusable(asaas, context, asked);
  if (!read.ok) return read;
  const { value, dueDate, beneficiaryName, companyName } = read.value.bankSlipInfo;
  const payeeName = beneficiaryName ?? companyName ?? null;
  const firstDay = dayIn(read.value.minimumScheduleDate);
  return { ok: true, value: { amount: value || null, dueDate: dayIn(dueDate), payeeName, status: 'ACTIVE', firstDay } };
};
