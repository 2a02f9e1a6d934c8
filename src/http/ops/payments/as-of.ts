import { invalidField } from '../../../../aggregates/rejection';
import type { Moment } from '../../../reads/as-of/events-as-of';
import { type AsOf, readAsOf } from '../../../reads/as-of/facts-as-of';
import { instantOf } from '../../request/shape/instant';
import { surfaceRefusal } from '../../surface-refusal';
import type { OpsDeps } from '../ops-deps';

export const noPayment = () => surfaceRefusal('PAYMENT_NOT_FOUND', 'No such payment');

const POSITION = /^\d{1,20}$/;

/** A position of the log, or a time. Throws VALIDATION_ERROR. */
export const momentOf = (at: string): Moment =>
  POSITION.test(at) ? { position: at } : { time: instantOf('at', at) ?? '' };

export const tooEarly = () => invalidField('at', 'must not be before the first event of the payment');

/** Refuses PAYMENT_NOT_FOUND, and a moment before the first event of the payment. */
export const asOf = async ({ query }: Pick<OpsDeps, 'query'>, id: string, at: string): Promise<AsOf> => {
  const found = await readAsOf(query, id, momentOf(at));
  if (found === null) throw noPayment();
  if (found === 'TOO_EARLY') throw tooEarly();
  return found;
};
