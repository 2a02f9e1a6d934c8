import type { AskedPayout, Payout } from '../../../commands/ports/providers/payout-provider';
import type { CallContext, Result } from '../../../commands/ports/providers/result';
import { failingAs } from '../failures';
import { stateOf, type Transaction } from './answers';
import { readCards } from './cards';
import type { Reloadly } from './client';
import { readReport, within } from './report';

/** As of UTC, in a zone that no document names; NaN: in another form. */
const msOf = ({ transactionCreatedTime: said }: Transaction): number => Date.parse(`${said?.replace(' ', 'T') ?? ''}Z`);

const payoutOf = (row: Transaction, state: Payout['state'], card: Pick<Payout, 'giftCardPin'> = {}): Payout => {
  const { transactionId: providerId, customIdentifier, amount, currencyCode: currency, product } = row;
  const createdMs = msOf(row);
  const failure = { code: 'OTHER', message: 'Reloadly has not sold the card', retryClass: false } as const;
  return {
    ...{ idempotencyKey: customIdentifier ?? '', providerId, state, amount: product.unitPrice, ...card },
    ...(amount && currency ? { cost: { amount, currency } } : {}),
    ...(state === 'SETTLED' && createdMs > 0 ? { settledAt: new Date(createdMs).toISOString() } : {}),
    ...(state === 'FAILED' ? { failure } : {}),
  };
};

/** The payout of a transaction, with its card. A sold card whose data is not readable yet is in progress. */
export const payoutWithCard = async (
  reloadly: Reloadly,
  context: CallContext,
  row: Transaction,
): Promise<Result<Payout>> => {
  const [state, fail] = [stateOf(row), failingAs(reloadly)];
  if (state === null) return fail('UNKNOWN', 'PROTOCOL', 'The order has an undocumented status of Reloadly');
  if (row.product.currencyCode !== 'BRL') return fail('UNKNOWN', 'PROTOCOL', 'The order has a different currency');
  if (state !== 'SETTLED') return { ok: true, value: payoutOf(row, state) };
  const card = await readCards(reloadly, context, row.transactionId);
  if (!card.ok) return card;
  const payout = card.value === null ? payoutOf(row, 'PROCESSING') : payoutOf(row, state, { giftCardPin: card.value });
  return { ok: true, value: payout };
};

/** The transaction under a key. NOT_FOUND: the whole report lacks it. */
export const findTransaction = async (
  reloadly: Reloadly,
  context: CallContext,
  { idempotencyKey, sentAt }: Pick<AskedPayout, 'idempotencyKey' | 'sentAt'>,
): Promise<Result<Transaction>> => {
  const query = { customIdentifier: idempotencyKey, ...within(Date.parse(sentAt), reloadly.clock.now()) };
  const read = await readReport(reloadly, context, query);
  if (!read.ok) return read;
  const fail = failingAs(reloadly);
  const [first, second] = read.value.filter(({ customIdentifier }) => customIdentifier === idempotencyKey);
  if (second !== undefined) return fail('UNKNOWN', 'PROTOCOL', 'Reloadly has two orders under one key');
  return first ? { ok: true, value: first } : fail('NOT_FOUND', 'OTHER', 'Reloadly lists no such order');
};

/** The largest distance of a time zone from UTC; no document names Reloadly's zone. */
const ZONE_MS = 14 * 3_600_000;

/** Orders of the window, without their cards. */
export const listOrders = async (
  reloadly: Reloadly,
  context: CallContext,
  from: string,
  to: string,
): Promise<Result<readonly Payout[]>> => {
  const [fromMs, toMs] = [Date.parse(from), Date.parse(to)];
  const read = await readReport(reloadly, context, within(fromMs, toMs));
  if (!read.ok) return read;
  const isWithin = (ms: number): boolean => Number.isNaN(ms) || (ms >= fromMs - ZONE_MS && ms < toMs + ZONE_MS);
  const rows = read.value.filter((row) => isWithin(msOf(row)));
  // An order in an undocumented status may have been sold.
  return { ok: true, value: rows.map((row) => payoutOf(row, stateOf(row) ?? 'PROCESSING')) };
};
