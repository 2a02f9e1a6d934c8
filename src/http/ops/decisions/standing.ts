import { rejection } from '../../../../aggregates/rejection';
import { findAnyPayment } from '../../../../read-models/operators/payment-facts';
import { streamOf } from '../../../reads/as-of/events-as-of';
import type { OpsDeps } from '../ops-deps';
import { noPayment } from '../payments/as-of';

/** Refuses PAYMENT_NOT_FOUND. */
export const paymentStream = async ({ query }: Pick<OpsDeps, 'query'>, id: string): Promise<string> => {
  const payment = await findAnyPayment(query, id);
  if (payment === null) throw noPayment();
  return streamOf(payment);
};

/** Refuses CONCURRENT_OPERATION, with the events since, unless the revision is the stream's last one. */
export const mustStandAt = async (
  { readStream }: Pick<OpsDeps, 'readStream'>,
  stream: string,
  revision: number,
): Promise<void> => {
  const [shown, ...later] = await readStream(stream, revision);
  if (shown === undefined) throw rejection('CONCURRENT_OPERATION', `The payment has no event at revision ${revision}`);
  if (later.length === 0) return;
  const types = later.map(({ type }) => type).join(', ');
  throw rejection(
    'CONCURRENT_OPERATION',
    `No action was taken: the payment has new events since revision ${revision}: ${types}`,
  );
};
