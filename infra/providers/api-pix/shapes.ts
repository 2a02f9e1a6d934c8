import { z } from 'zod';
import { reaisShape } from '../http/reais';

const text = z.string().max(2_000);
const taxId = z.string().min(1).max(20);
const time = z.iso.datetime({ offset: true }).transform((said) => new Date(said).toISOString());
const count = z
  .string()
  .regex(/^\d{1,10}$/)
  .transform(Number);

export const refundShape = z.object({
  ...{ id: text, valor: reaisShape, status: text, rtrId: text.nullish(), natureza: text.nullish() },
});

export type ToldRefund = z.infer<typeof refundShape>;

const pixShape = z.object({
  ...{ endToEndId: text, valor: reaisShape, horario: time, txid: text.nullish() },
  devolucoes: z.array(refundShape).nullish(),
});

export type ToldPix = z.infer<typeof pixShape>;

export const pageShape = z.object({
  parametros: z.object({ paginacao: z.object({ quantidadeDePaginas: count, quantidadeTotalDeItens: count }) }),
  pix: z.array(pixShape).nullish(),
});

export const chargeShape = z.object({
  ...{ txid: text, status: text, valor: z.object({ original: reaisShape }), pixCopiaECola: text.nullish() },
  calendario: z.object({ criacao: time, expiracao: count }),
  /** Another payer is found by it: a charge without it is unreadable. */
  devedor: z.union([z.object({ cpf: taxId }), z.object({ cnpj: taxId })]),
  pix: z.array(pixShape).nullish(),
});

export type ToldCharge = z.infer<typeof chargeShape>;

const REFUND_STATES: Readonly<Record<string, 'PROCESSING' | 'DONE' | 'FAILED'>> = {
  ...{ EM_PROCESSAMENTO: 'PROCESSING', DEVOLVIDO: 'DONE', NAO_REALIZADO: 'FAILED' },
};

/** Null: a status that the standard does not name. */
export const refundStateOf = ({ status }: Pick<ToldRefund, 'status'>) =>
  Object.hasOwn(REFUND_STATES, status) ? REFUND_STATES[status]! : null;

/** The standard takes letters and digits alone. */
export const idOf = (key: string): string => key.replaceAll('-', '');

const UUID = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/;

/** Null: an id that is none of ours. */
export const keyOf = (txid: string): string | null => (UUID.test(txid) ? txid.replace(UUID, '$1-$2-$3-$4-$5') : null);
