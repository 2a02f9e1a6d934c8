import { partnerNamesOf } from '../../../../read-models/operators/operator-lists';
import { readKnownTo } from '../../../../read-models/operators/payment-facts';
import { type PaymentRow, paymentRowsOf } from '../../../../read-models/operators/payments';
import { MOST_OF_A_KIND, readWork, WORK_KINDS, type WorkItem } from '../../../reads/work/work';
import type { OpsDeps } from '../ops-deps';
import { brl, inCatalog } from '../payments/amounts';
import type { OpsAmount } from '../payments/payment.dto';
import type { OpsWork, OpsWorkItem } from './work.dto';

interface Known {
  readonly payments: ReadonlyMap<string, PaymentRow>;
  readonly names: ReadonlyMap<string, string>;
}

/** Everything that waits for a person, with the money at stake. */
export const workAnswer = async (ops: Pick<OpsDeps, 'query' | 'assets' | 'alerts' | 'clock'>): Promise<OpsWork> => {
  const { query, clock, alerts } = ops;
  // Read before the rows, so that they know at least this position.
  const knownTo = await readKnownTo(query);
  const items = await readWork({ query, clock, openAlerts: alerts.open });
  const payments = await paymentRowsOf(
    query,
    items.flatMap(({ paymentId }) => paymentId ?? []),
  );
  const partnerIds = [...payments.values()].map((row) => row.partner_id);
  const named = [...partnerIds, ...items.flatMap(({ partnerId }) => partnerId ?? [])];
  const known = { payments, names: await partnerNamesOf(query, named) };
  return { items: items.map((item) => itemOf(ops, item, known)), counts: countsOf(items), knownTo };
};

const itemOf = (ops: Pick<OpsDeps, 'assets'>, item: WorkItem, { payments, names }: Known): OpsWorkItem => {
  const { coin: _coin, because, ...shown } = item;
  const payment = item.paymentId === null ? undefined : payments.get(item.paymentId);
  const partnerId = item.partnerId ?? payment?.partner_id ?? null;
  return {
    ...shown,
    because: [...because],
    partnerId,
    partnerName: partnerId === null ? null : (names.get(partnerId) ?? null),
    mode: item.mode ?? payment?.mode ?? null,
    amount: atStake(ops, item, payment),
  };
};

const atStake = (
  ops: Pick<OpsDeps, 'assets'>,
  { kind, coin }: WorkItem,
  payment: PaymentRow | undefined,
): OpsAmount | null => {
  if (coin !== null) return inCatalog(ops, coin.assetId, coin.baseUnits);
  return payment === undefined || kind === 'WEBHOOK' ? null : brl(payment.amount_cents);
};

const countsOf = (items: readonly WorkItem[]): OpsWork['counts'] =>
  WORK_KINDS.map((kind) => {
    const count = items.filter((item) => item.kind === kind).length;
    return { kind, count, hasMore: count >= MOST_OF_A_KIND };
  });
