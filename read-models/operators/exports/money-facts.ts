import { listStatement } from '../../list-query';
import type { Query } from '../../table';
import type { AuditTrailRow } from '../audit-trail';

// Across partners: never for the partners' surface.

/** As in the index `audit_trail_money`. */
const TYPES = `f.type IN ('CashoutCompleted', 'CashinCompleted', 'WithdrawalCompleted', 'PayoutReturned',
  'RefundRecorded', 'ChargeRefundDone')`;

export type MoneyType =
  | ('CashoutCompleted' | 'CashinCompleted' | 'WithdrawalCompleted')
  | ('PayoutReturned' | 'RefundRecorded' | 'ChargeRefundDone');

export type FactPlace = Pick<
  AuditTrailRow,
  'stream' | 'at' | 'position_commit' | 'revision' | 'intent_id' | 'partner_id' | 'mode'
>;

export interface MoneyPage {
  /** ISO 8601, inclusive and exclusive. */
  readonly from: string;
  readonly to: string;
  readonly partnerId: string | null;
  /** Commit position. */
  readonly upTo: string;
  readonly limit: number;
  readonly after: FactPlace | null;
}

/** Payments that completed, came back or were refunded, oldest first. `opening` is the payment's first event. */
export const listMoneyFacts = <Fact extends { readonly type: MoneyType }>(
  query: Query,
  page: MoneyPage,
): Promise<readonly (FactPlace & Fact)[]> => {
  const { from, to, partnerId, upTo, limit, after } = page;
  const { text, values } = listStatement({
    select: `SELECT f.stream, f.at, f.position_commit, f.revision, f.intent_id, f.partner_id, f.mode, f.type, f.data,
        o.data AS opening
      FROM lastro.audit_trail f LEFT JOIN lastro.audit_trail o ON o.stream = f.stream AND o.revision = 0`,
    where: [
      [TYPES],
      ['f.at >= ?::timestamptz AND f.at < ?::timestamptz', from, to],
      ['f.position_commit <= ?::numeric', upTo],
      partnerId === null ? null : ['f.partner_id = ?', partnerId],
      after && [
        '(f.at, f.position_commit, f.revision) > (?::timestamptz, ?::numeric, ?::integer)',
        ...[after.at, after.position_commit, after.revision],
      ],
    ],
    ending: ['ORDER BY f.at, f.position_commit, f.revision LIMIT ?', limit],
  });
  return query<FactPlace & Fact>(text, values);
};
