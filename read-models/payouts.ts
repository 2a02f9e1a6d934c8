import type { Mode } from './mode';
import type { Query, Table } from './table';

export type PayoutRow = {
  readonly provider_key: string;
  /** Of whoever has it paid out. */
  readonly stream: string;
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
    stream: 'text',
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

/** The attempt that a provider's callback, or an item of its list, is about. */
export const findPayout = async (query: Query, providerKey: string): Promise<PayoutRow | null> => {
  const rows = await query<PayoutRow>('SELECT * FROM lastro.payouts WHERE provider_key = $1', [providerKey]);
  return rows[0] ?? null;
};

export interface OpenPayouts {
  readonly provider: string;
  readonly mode: Mode;
  readonly payouts: number;
}

/** How many payouts each provider was sent, and has not said the outcome of. */
export const countOpenPayouts = (query: Query): Promise<readonly OpenPayouts[]> =>
  query<OpenPayouts>(
    `SELECT provider, mode, count(*)::int AS payouts FROM lastro.payouts
      WHERE status IN ('DISPATCHED', 'UNKNOWN') GROUP BY provider, mode ORDER BY provider, mode`,
    [],
  );
