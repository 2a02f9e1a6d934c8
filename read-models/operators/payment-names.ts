import type { PaymentKind } from '../../aggregates/families';
import { listStatement } from '../list-query';
import type { Mode } from '../mode';
import type { Query, Table } from '../table';

export type NamedBy = 'END_TO_END_ID' | 'CHARGE' | 'TRANSACTION' | 'REFERENCE';

export type PaymentNameRow = {
  readonly name_key: string;
  readonly name: string;
  readonly named_by: NamedBy;
  readonly payment_id: string;
  readonly kind: PaymentKind;
  readonly partner_id: string;
  readonly mode: Mode;
  readonly since: string;
};

export const paymentNames: Table<PaymentNameRow> = {
  name: 'payment_names',
  key: 'name_key',
  columns: {
    ...{ name_key: 'text', name: 'text', named_by: 'text', payment_id: 'text', kind: 'text' },
    ...{ partner_id: 'text', mode: 'text', since: 'timestamptz' },
  },
};

/** Payments of one partner or of all (null), newest first. Never for the partners' HTTP surface. */
export const findNamed = (
  query: Query,
  names: readonly string[],
  partnerId: string | null,
  limit: number,
): Promise<readonly PaymentNameRow[]> => {
  const { text, values } = listStatement({
    select: 'SELECT * FROM lastro.payment_names',
    where: [['name = ANY(?::text[])', names], partnerId === null ? null : ['partner_id = ?', partnerId]],
    ending: ['ORDER BY since DESC, name_key LIMIT ?', limit],
  });
  return query<PaymentNameRow>(text, values);
};
