import type { Mode } from './mode';
import type { Query, Table } from './table';

export type PayoutRow = {
  readonly provider_key: string;
  readonly intent_id: string;
  readonly partner_id: string;
  readonly mode: Mode;
  readonly attempt: number;
  readonly amount_cents: string;
  readonly status: 'REQUESTED' | 'DISPATCHED' | 'UNKNOWN' | 'REJECTED' | 'SETTLED' | 'RETURNED';
  readonly provider: string | null;
  readonly code: string | null;
  readonly requested_at: string;
  readonly updated_at: string;
};

/** Every attempt to pay, by the key that the provider knows it by. */
export const payouts: Table<PayoutRow> = {
  name: 'payouts',
  key: 'provider_key',
  columns: {
    provider_key: 'text',
    intent_id: 'text',
    partner_id: 'text',
    mode: 'text',
    attempt: 'integer',
    amount_cents: 'numeric',
    status: 'text',
    provider: 'text',
    code: 'text',
    requested_at: 'timestamptz',
    updated_at: 'timestamptz',
  },
};

/** The intent that a provider's callback is about. */
export const findPayout = async (query: Query, providerKey: string): Promise<PayoutRow | null> => {
  const rows = await query<PayoutRow>('SELECT * FROM lastro.payouts WHERE provider_key = $1', [providerKey]);
  return rows[0] ?? null;
};
