import type { CallContext, Failure, Result } from '../../../../commands/ports/result';
import { withinDeadline } from '../../deadline';
import { failure } from '../../failures';
import type { Book, BookKey } from '../books/books';
import type { SimulatedTime } from '../books/simulated-time';
import type { ChargeEntry, PaidEntry, RefundPlace } from './charge-entry';
import { endToEndIdOf } from './charge-timeline';

export const NAME = 'sandbox';

/** What every road to the simulated charges shares. */
export interface Charging extends SimulatedTime {
  readonly charges: Book<ChargeEntry>;
  readonly places: Book<RefundPlace>;
  readonly settleDelayMs: number;
  /** The bank calls about the charge then; the event tells one call from another. */
  readonly plan: (key: BookKey, event: string, dueAtMs: number) => Promise<void>;
}

export const keyOf = ({ partnerId }: Pick<CallContext, 'partnerId'>, idempotencyKey: string): BookKey => ({
  partnerId,
  idempotencyKey,
});

/** Starts nothing after the deadline; an order that is late may have been taken. */
export const within = <Value>(
  { clock }: Charging,
  { deadlineMs }: CallContext,
  kind: 'UNKNOWN' | 'UNAVAILABLE',
  work: () => Promise<Result<Value>>,
): Promise<Result<Value>> =>
  withinDeadline({ atMs: deadlineMs, clock, work, otherwise: (why) => failure(NAME, kind, 'TIMEOUT', why) });

export const tooLate = ({ clock }: Charging, { deadlineMs }: CallContext, notAfter: string): boolean =>
  clock.now() > Date.parse(notAfter) || clock.now() >= deadlineMs;

export const notFound = (what: string): Failure =>
  failure(NAME, 'NOT_FOUND', 'OTHER', `There is no ${what} with this key`);

/** The next PIX of a charge; the simulated payer's own is number 0. */
export const paidBy = (key: BookKey, { paid }: ChargeEntry, pix: Omit<PaidEntry, 'endToEndId'>): PaidEntry => ({
  endToEndId: endToEndIdOf(key, pix.paidAtMs, paid.length + 1),
  ...pix,
});
