import { invalidField } from '../../../../aggregates/rejection';
import { partnerNamesOf } from '../../../../read-models/operators/operator-lists';
import { readPositionOf } from '../../../../read-models/operators/payment-facts';
import { type AnyPaymentPage, listAnyPayments, type PaymentRow } from '../../../../read-models/operators/payments';
import { page } from '../../envelope';
import { instantOf } from '../../request/shape/instant';
import type { OpsDeps } from '../ops-deps';
import { brl, inAsset } from './amounts';
import type { OpsListedPayment, OpsPayments, OpsPaymentsQuery } from './list.dto';

const DEFAULT_LIMIT = 50;

const TIMES = ['createdFrom', 'createdTo', 'completedFrom', 'completedTo'] as const;

const askedOf = ({ held, limit = DEFAULT_LIMIT, ...filters }: OpsPaymentsQuery): AnyPaymentPage => ({
  ...filters,
  ...Object.fromEntries(TIMES.map((name) => [name, instantOf(name, filters[name])])),
  held: held === undefined ? undefined : true,
  limit,
});

/** Refuses a cursor that is no payment of the mode. */
export const listAnswer = async ({ query }: Pick<OpsDeps, 'query'>, asked: OpsPaymentsQuery): Promise<OpsPayments> => {
  const wanted = askedOf(asked);
  // Read before the rows, so that they know at least this position.
  const knownTo = await readPositionOf(query, 'payments');
  const rows = await listAnyPayments(query, wanted);
  if (rows === null) throw invalidField('cursor', 'is not the id of a payment of this mode');
  const names = await partnerNamesOf(
    query,
    rows.map((row) => row.partner_id),
  );
  const { meta, ...shown } = page(
    rows,
    wanted.limit,
    (row) => row.payment_id,
    (row) => listed(row, names.get(row.partner_id) ?? row.partner_id),
  );
  return { ...shown, meta: { ...meta, knownTo } };
};

const listed = (row: PaymentRow, partnerName: string): OpsListedPayment => ({
  ...{ id: row.payment_id, kind: row.kind, mode: row.mode, status: row.status as OpsListedPayment['status'] },
  ...{ partnerId: row.partner_id, partnerName, userId: row.user_id, network: row.network, method: row.method },
  crypto: inAsset(row, row.amount_base_units),
  fiat: brl(row.amount_cents),
  ...{ reasonCode: row.reason_code, labels: [...row.labels], isHeld: row.held, reference: row.reference },
  ...{ createdAt: row.created_at, updatedAt: row.updated_at, completedAt: row.completed_at },
});
