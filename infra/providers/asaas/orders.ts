import type { AskedPayout, Payout } from '../../../commands/ports/providers/payout-provider';
import type { CallContext, Failure, Result } from '../../../commands/ports/providers/result';
import { failingAs } from '../failures';
import type { Book } from './book';
import type { Asaas } from './client';
import { type Paid, PIX_TRANSACTIONS, payoutOf, RESOURCES, type Row, rowShape, stateOf } from './resources';
import { readPage } from './rows';

export interface AskedOrder extends AskedPayout {
  readonly kind: Paid;
}

export const unlisted = (asaas: Asaas): Failure =>
  failingAs(asaas)('UNKNOWN', 'PROTOCOL', 'The order has an undocumented status of Asaas');

/** The order under a key. NOT_FOUND: the whole list lacks it. */
export const findOrder = async (
  asaas: Asaas,
  book: Book,
  context: CallContext,
  asked: AskedOrder,
): Promise<Result<Row>> => {
  const { isOf } = RESOURCES[asked.kind];
  const own = (rows: readonly Row[]) => rows.filter((row) => isOf(row, asked.idempotencyKey));
  const read = await book.readFor(context, asked, ({ rows }) => own(rows).length > 0);
  if (!read.ok) return read;
  const fail = failingAs(asaas);
  const [first, second] = own(read.value.rows);
  if (second !== undefined) return fail('UNKNOWN', 'PROTOCOL', 'Asaas has two orders under one key');
  if (first !== undefined) return { ok: true, value: first };
  return read.value.isPartial
    ? fail('UNAVAILABLE', 'PROTOCOL', 'Asaas lists orders that cannot be read')
    : fail('NOT_FOUND', 'OTHER', 'Asaas lists no such order');
};

export const getOrder = async (
  asaas: Asaas,
  book: Book,
  context: CallContext,
  asked: AskedOrder,
): Promise<Result<Payout>> => {
  const found = await findOrder(asaas, book, context, asked);
  if (!found.ok) return found;
  const state = stateOf(found.value);
  if (state === null) return unlisted(asaas);
  const { endToEndIdentifier } = found.value;
  const isAsked = asked.kind === 'PIX_KEY' && state === 'SETTLED' && endToEndIdentifier;
  const returned = isAsked ? await readReturned(asaas, context, endToEndIdentifier) : null;
  if (returned?.ok === false) return returned;
  return { ok: true, value: payoutOf(found.value, asked.idempotencyKey, state, returned?.value) };
};

/** A transfer does not show the payee's returns; its transaction does. */
const readReturned = async (asaas: Asaas, context: CallContext, endToEndId: string): Promise<Result<bigint>> => {
  const query = `endToEndIdentifier=${encodeURIComponent(endToEndId)}&limit=100`;
  const read = await readPage(asaas, context, PIX_TRANSACTIONS, query);
  if (!read.ok) return read;
  const rows = read.value.data.map((each) => rowShape.safeParse(each));
  if (read.value.hasMore || rows.some(({ success }) => !success))
    return failingAs(asaas)('UNAVAILABLE', 'PROTOCOL', 'Asaas did not report the returned amount');
  const own = rows.flatMap(({ data }) => (data?.endToEndIdentifier === endToEndId ? [data.refundedValue ?? 0n] : []));
  return { ok: true, value: own.reduce((most, each) => (each > most ? each : most), 0n) };
};
