import type { CashoutIntentRow, CashoutStatus } from './cashout-intents';
import { type ListStatement, listStatement } from './list-query';
import type { PartnerReader, PartnerScope } from './reader';

export interface PaymentFilters {
  readonly status?: CashoutStatus | undefined;
  readonly userId?: string | undefined;
  readonly reference?: string | undefined;
  /** ISO 8601, inclusive. */
  readonly from?: string | undefined;
  /** ISO 8601, exclusive. */
  readonly to?: string | undefined;
}

export interface PaymentPage extends PaymentFilters {
  /** 1 to 200. */
  readonly limit: number;
  readonly cursor?: string | undefined;
}

const findPayment = async (
  { query, partnerId, mode }: PartnerReader,
  intentId: string,
): Promise<CashoutIntentRow | null> => {
  const rows = await query<CashoutIntentRow>(
    `SELECT * FROM lastro.cashout_intents WHERE intent_id = $1 AND partner_id = $2 AND mode = $3`,
    [intentId, partnerId, mode],
  );
  return rows[0] ?? null;
};

/** Newest first, one row more when there is more; null when the cursor (last id seen) is not the caller's. */
export const listPayments = async (
  reader: PartnerReader,
  page: PaymentPage,
): Promise<readonly CashoutIntentRow[] | null> => {
  const after = page.cursor === undefined ? null : await findPayment(reader, page.cursor);
  if (page.cursor !== undefined && after === null) return null;
  const { text, values } = paymentsPage(reader, page, after);
  return reader.query<CashoutIntentRow>(text, values);
};

type Place = Pick<CashoutIntentRow, 'created_at' | 'intent_id'>;

/** The older of two upper bounds: for two bounds on one column the planner expects next to no rows. */
const endOf = (to: string | undefined, after: Place | null): Place | null => {
  if (to === undefined || (after !== null && after.created_at < to)) return after;
  return { created_at: to, intent_id: '' };
};

export const paymentsPage = (
  { partnerId, mode }: PartnerScope,
  { status, userId, reference, from, to, limit }: Omit<PaymentPage, 'cursor'>,
  after: Place | null,
): ListStatement => {
  const end = endOf(to, after);
  return listStatement({
    select: `SELECT * FROM lastro.cashout_intents`,
    where: [
      ['partner_id = ? AND mode = ?', partnerId, mode],
      status === undefined ? null : ['status = ?', status],
      userId === undefined ? null : ['user_id = ?', userId],
      reference === undefined ? null : ['reference = ?', reference],
      from === undefined ? null : ['created_at >= ?::timestamptz', from],
      end && ['(created_at, intent_id) < (?::timestamptz, ?::text)', end.created_at, end.intent_id],
    ],
    ending: ['ORDER BY created_at DESC, intent_id DESC LIMIT ?', limit + 1],
  });
};
