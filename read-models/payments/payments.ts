import { FAMILY_NAMES, isPayment, type PaymentKind } from '../../aggregates/families';
import { type ListStatement, listStatement } from '../list-query';
import { FAMILY_ROWS } from '../operators/family-rows';
import type { PartnerReader, PartnerScope } from '../reader';
import type { Row } from '../table';
import type { CashinIntentRow } from './cashin-intents';
import type { CashoutIntentRow } from './cashout-intents';
import type { WithdrawalRow } from './withdrawals';

/** The row of each kind; all have `partner_id`, `mode`, `user_id`, `status`, `reference` and `created_at`. */
export interface PaymentRows {
  readonly CASHOUT: CashoutIntentRow;
  readonly CASHIN: CashinIntentRow;
  readonly WITHDRAW: WithdrawalRow;
}

export type Payment<Kind extends PaymentKind = PaymentKind> = {
  readonly [Each in Kind]: { readonly kind: Each; readonly id: string; readonly row: PaymentRows[Each] };
}[Kind];

export interface PaymentFilters {
  /** An unknown kind has no payments. */
  readonly kind?: string | undefined;
  readonly status?: string | undefined;
  readonly userId?: string | undefined;
  readonly reference?: string | undefined;
  /** ISO 8601, inclusive. */
  readonly from?: string | undefined;
  /** ISO 8601, exclusive. */
  readonly to?: string | undefined;
}

interface Limited extends PaymentFilters {
  readonly limit: number;
}

export interface PaymentPage extends Limited {
  readonly cursor?: string | undefined;
}

export const PAYMENT_KINDS = FAMILY_NAMES.filter(isPayment);

/** Each kind has its own table. */
export const paymentOf = (kind: PaymentKind, row: PaymentRows[PaymentKind]): Payment =>
  ({ kind, id: (row as Row)[FAMILY_ROWS[kind].id], row }) as Payment;

const findPayment = async (
  { query, partnerId, mode }: PartnerReader,
  kind: PaymentKind,
  id: string,
): Promise<Payment | null> => {
  const rows = await query<PaymentRows[typeof kind]>(
    `SELECT * FROM lastro.${FAMILY_ROWS[kind].table} WHERE ${FAMILY_ROWS[kind].id} = $1 AND partner_id = $2 AND mode = $3`,
    [id, partnerId, mode],
  );
  return rows[0] === undefined ? null : paymentOf(kind, rows[0]);
};

/** A payment of any kind; null when the caller does not own the payment. */
export const findAnyPayment = async (reader: PartnerReader, id: string): Promise<Payment | null> => {
  const found = await Promise.all(PAYMENT_KINDS.map((kind) => findPayment(reader, kind, id)));
  return found.find((each) => each !== null) ?? null;
};

/** Newest first, one row more when there is more; null when the cursor (last id seen) is not the caller's. */
export const listPayments = async (reader: PartnerReader, page: PaymentPage): Promise<readonly Payment[] | null> => {
  const last = page.cursor === undefined ? null : await findAnyPayment(reader, page.cursor);
  return page.cursor !== undefined && last === null ? null : paymentsAfter(reader, page, last);
};

/** The page after the payment; null: the first page. Has an extra row when another page follows. */
export const paymentsAfter = async (
  reader: PartnerReader,
  page: Limited,
  last: Payment | null,
): Promise<readonly Payment[]> => {
  const after = last && placeOf(last);
  const kinds = PAYMENT_KINDS.filter((kind: string) => page.kind === undefined || kind === page.kind);
  const pages = await Promise.all(kinds.map((kind) => listKind(reader, kind, page, after)));
  return pages
    .flat()
    .sort(newestFirst)
    .slice(0, page.limit + 1);
};

const listKind = async (
  reader: PartnerReader,
  kind: PaymentKind,
  page: Limited,
  after: PaymentPlace | null,
): Promise<readonly Payment[]> => {
  const { text, values } = paymentsPage(kind, reader, page, after);
  return (await reader.query<PaymentRows[typeof kind]>(text, values)).map((row) => paymentOf(kind, row));
};

export interface PaymentPlace {
  readonly created_at: string;
  readonly id: string;
}

const placeOf = ({ id, row }: Payment): PaymentPlace => ({ created_at: row.created_at, id });

const newestFirst = (left: Payment, right: Payment): number => {
  const [one, other] = [placeOf(left), placeOf(right)];
  if (one.created_at !== other.created_at) return one.created_at < other.created_at ? 1 : -1;
  return one.id < other.id ? 1 : -1;
};

/** The earlier of two upper bounds: for two bounds on one column the planner expects too few rows. */
const endOf = (to: string | undefined, after: PaymentPlace | null): PaymentPlace | null => {
  if (to === undefined || (after !== null && after.created_at < to)) return after;
  return { created_at: to, id: '' };
};

export const paymentsPage = (
  kind: PaymentKind,
  { partnerId, mode }: PartnerScope,
  { status, userId, reference, from, to, limit }: Omit<Limited, 'kind'>,
  after: PaymentPlace | null,
): ListStatement => {
  const { table, id } = FAMILY_ROWS[kind];
  const end = endOf(to, after);
  return listStatement({
    select: `SELECT * FROM lastro.${table}`,
    where: [
      ['partner_id = ? AND mode = ?', partnerId, mode],
      status === undefined ? null : ['status = ?', status],
      userId === undefined ? null : ['user_id = ?', userId],
      reference === undefined ? null : ['reference = ?', reference],
      from === undefined ? null : ['created_at >= ?::timestamptz', from],
      end && [`(created_at, ${id}) < (?::timestamptz, ?::text)`, end.created_at, end.id],
    ],
    ending: [`ORDER BY created_at DESC, ${id} DESC LIMIT ?`, limit + 1],
  });
};
