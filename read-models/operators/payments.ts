import type { PaymentKind } from '../../aggregates/families';
import { type Clause, type ListStatement, listStatement } from '../list-query';
import type { Mode } from '../mode';
import type { Query, Table } from '../table';

export type PaymentRow = {
  readonly payment_id: string;
  readonly kind: PaymentKind;
  readonly status: string;
  readonly partner_id: string;
  readonly user_id: string;
  readonly mode: Mode;
  readonly network: string;
  readonly asset_id: number;
  readonly symbol: string;
  readonly decimals: number;
  readonly amount_base_units: string;
  /** The payout; of a cash-in the charge. */
  readonly amount_cents: string;
  /** `PIX_KEY`, `PIX_BRCODE`, `BOLETO`, `GIFT_CARD`; of a cash-in `PIX_CHARGE`. */
  readonly method: string;
  readonly reason_code: string | null;
  /** UNDER, OVER, LATE */
  readonly labels: readonly string[];
  readonly held: boolean;
  readonly reference: string | null;
  readonly created_at: string;
  readonly updated_at: string;
  readonly completed_at: string | null;
};

export const payments: Table<PaymentRow> = {
  name: 'payments',
  key: 'payment_id',
  columns: {
    ...{ payment_id: 'text', kind: 'text', status: 'text', partner_id: 'text', user_id: 'text', mode: 'text' },
    ...{ network: 'text', asset_id: 'integer', symbol: 'text', decimals: 'integer' },
    ...{ amount_base_units: 'numeric', amount_cents: 'numeric', method: 'text', reason_code: 'text' },
    ...{ labels: 'jsonb', held: 'boolean', reference: 'text' },
    ...{ created_at: 'timestamptz', updated_at: 'timestamptz', completed_at: 'timestamptz' },
  },
};

/** Times are ISO 8601, from inclusive and to exclusive; amounts are cents, both inclusive. Absent: any. */
export interface AnyPaymentFilters {
  readonly kind?: string | undefined;
  readonly status?: string | undefined;
  readonly partnerId?: string | undefined;
  readonly userId?: string | undefined;
  readonly network?: string | undefined;
  readonly assetId?: number | undefined;
  readonly method?: string | undefined;
  readonly reasonCode?: string | undefined;
  readonly label?: string | undefined;
  readonly held?: true | undefined;
  readonly createdFrom?: string | undefined;
  readonly createdTo?: string | undefined;
  readonly completedFrom?: string | undefined;
  readonly completedTo?: string | undefined;
  readonly amountFrom?: string | undefined;
  readonly amountTo?: string | undefined;
}

export interface AnyPaymentPage extends AnyPaymentFilters {
  readonly mode: Mode;
  /** 1 to 200. */
  readonly limit: number;
  readonly cursor?: string | undefined;
}

type Filter = keyof AnyPaymentFilters;

const CONDITIONS: { readonly [Name in Filter]: string } = {
  kind: 'kind = ?',
  status: 'status = ?',
  partnerId: 'partner_id = ?',
  userId: 'user_id = ?',
  network: 'network = ?',
  assetId: 'asset_id = ?::integer',
  method: 'method = ?',
  reasonCode: 'reason_code = ?',
  label: "labels @> jsonb_build_array(?::text) AND labels <> '[]'::jsonb",
  // An index of the held rows serves the constant alone.
  held: 'held',
  createdFrom: 'created_at >= ?::timestamptz',
  createdTo: 'created_at < ?::timestamptz',
  completedFrom: 'completed_at >= ?::timestamptz',
  // A payment completes after its creation (an hour allows for clocks that differ): newer payments are not read.
  completedTo: `completed_at < ?::timestamptz AND created_at < ?::timestamptz + interval '1 hour'`,
  amountFrom: 'amount_cents >= ?::numeric',
  amountTo: 'amount_cents <= ?::numeric',
};

const clauseOf = (page: AnyPaymentPage, name: Filter): Clause | null => {
  const value = page[name];
  if (value === undefined) return null;
  const condition = CONDITIONS[name];
  const placeholders = condition.split('?').length - 1;
  return [condition, ...Array<unknown>(placeholders).fill(value)];
};

export const anyPaymentsPage = (
  page: AnyPaymentPage,
  after: Pick<PaymentRow, 'created_at' | 'payment_id'> | null,
): ListStatement =>
  listStatement({
    select: 'SELECT * FROM lastro.payments',
    where: [
      ['mode = ?', page.mode],
      ...(Object.keys(CONDITIONS) as Filter[]).map((name) => clauseOf(page, name)),
      after && ['(created_at, payment_id) < (?::timestamptz, ?::text)', after.created_at, after.payment_id],
    ],
    ending: ['ORDER BY created_at DESC, payment_id DESC LIMIT ?', page.limit + 1],
  });

const PLACE = 'SELECT * FROM lastro.payments WHERE payment_id = $1 AND mode = $2';

/** Newest first, one more row when there is a next page; null for an unknown cursor. Never for partners. */
export const listAnyPayments = async (query: Query, page: AnyPaymentPage): Promise<readonly PaymentRow[] | null> => {
  const [after] = page.cursor === undefined ? [] : await query<PaymentRow>(PLACE, [page.cursor, page.mode]);
  if (page.cursor !== undefined && after === undefined) return null;
  const { text, values } = anyPaymentsPage(page, after ?? null);
  return query<PaymentRow>(text, values);
};

export const paymentRowsOf = async (query: Query, ids: readonly string[]): Promise<ReadonlyMap<string, PaymentRow>> => {
  const text = 'SELECT * FROM lastro.payments WHERE payment_id = ANY($1::text[])';
  const rows = await query<PaymentRow>(text, [[...new Set(ids)]]);
  return new Map(rows.map((row) => [row.payment_id, row]));
};

export const statusesOf = async (query: Query, ids: readonly string[]): Promise<ReadonlyMap<string, string>> => {
  const rows = await query<Pick<PaymentRow, 'payment_id' | 'status'>>(
    'SELECT payment_id, status FROM lastro.payments WHERE payment_id = ANY($1::text[])',
    [ids],
  );
  return new Map(rows.map((row) => [row.payment_id, row.status]));
};
