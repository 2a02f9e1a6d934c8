import { Readable } from 'node:stream';
import { toDecimal, toShortDecimal } from '../../../../aggregates/money';
import { type Payment, paymentsAfter } from '../../../../read-models/payments/payments';
import type { PartnerReader } from '../../../../read-models/reader';
import { boundsOfMonth, csvLine } from '../../../reads/exports/csv';

const COLUMNS = [
  ...['created_at', 'completed_at', 'id', 'kind', 'status', 'reference', 'user_id', 'end_to_end_id'],
  ...['total_brl', 'fee_brl', 'net_brl', 'network', 'asset_id', 'amount'],
] as const;

type Line = Readonly<Record<(typeof COLUMNS)[number], string>>;

const PAGE = 200;

/** Reads page after page while the lines are taken. Throws VALIDATION_ERROR; the first page is read before it resolves. */
export const csvOfMonth = async (reader: PartnerReader, month: string): Promise<Readable> => {
  const bounds = boundsOfMonth(month);
  const read = (last: Payment | null) => paymentsAfter(reader, { ...bounds, limit: PAGE }, last);
  return Readable.from(linesOf(await read(null), read));
};

async function* linesOf(first: readonly Payment[], read: (last: Payment) => Promise<readonly Payment[]>) {
  yield csvLine(COLUMNS);
  let rows = first;
  for (;;) {
    const shown = rows.slice(0, PAGE);
    yield shown.map(lineOf).join('');
    const last = shown.at(-1);
    if (last === undefined || rows.length <= PAGE) return;
    rows = await read(last);
  }
}

const lineOf = (payment: Payment): string => {
  const line = fieldsOf(payment);
  return csvLine(COLUMNS.map((name) => line[name]));
};

const fieldsOf = (payment: Payment): Line => {
  const { id, kind, row } = payment;
  return {
    ...{ id, kind, created_at: row.created_at, completed_at: row.completed_at ?? '', status: row.status },
    ...{ reference: row.reference ?? '', user_id: row.user_id, end_to_end_id: endToEndIdOf(payment) },
    ...{ network: row.network, asset_id: `${row.asset_id}` },
    amount: toShortDecimal(BigInt(row.amount_base_units), row.decimals),
    ...moneyOf(payment),
  };
};

/** A charge may be paid by several PIX, each with an id of its own. */
const endToEndIdOf = (payment: Payment): string => (payment.kind === 'CASHIN' ? '' : (payment.row.end_to_end_id ?? ''));

const centsOf = (payment: Payment): string => {
  if (payment.kind === 'CASHIN') return payment.row.amount_cents;
  return payment.kind === 'CASHOUT' ? payment.row.total_cents : payment.row.gross_cents;
};

const moneyOf = (payment: Payment): Pick<Line, 'total_brl' | 'fee_brl' | 'net_brl'> => {
  const [total, fee] = [BigInt(centsOf(payment)), BigInt(payment.row.fee_cents)];
  return { total_brl: toDecimal(total, 2), fee_brl: toDecimal(fee, 2), net_brl: toDecimal(total - fee, 2) };
};
