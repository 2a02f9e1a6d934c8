import { type ListStatement, listStatement } from './list-query';
import type { Mode } from './mode';
import type { UserReader, UserScope } from './reader';
import type { Table, Value } from './table';

export type CashinStatus = 'ACTIVE' | 'COMPLETED' | 'EXPIRED' | 'FAILED';

export type CashinIntentRow = {
  readonly intent_id: string;
  readonly quote_id: string;
  readonly user_id: string;
  readonly partner_id: string;
  readonly mode: Mode;
  readonly status: CashinStatus;
  readonly delivery_mode: 'PLATFORM' | 'PARTNER';
  readonly network: string;
  readonly asset_id: number;
  readonly symbol: string;
  readonly decimals: number;
  readonly amount_cents: string;
  readonly fee_cents: string;
  readonly exchanged_cents: string;
  readonly amount_base_units: string;
  readonly minimum_base_units: string;
  readonly destination: string;
  readonly payer_tax_id_masked: string;
  /** Null until the charge is there. */
  readonly br_code: string | null;
  /** As agreed; once paid, as the provider did it. */
  readonly split_applied: boolean;
  readonly split_cents: string;
  /** {endToEndId, amountCents, paidAt, state: RECEIVED, ACCEPTED, REFUND_DUE or REFUNDED, and what is known of a refund} */
  readonly payments: readonly { readonly [name: string]: Value }[];
  /** {deliveryId, txId: text or null, amountBaseUnits} */
  readonly delivery: { readonly [name: string]: Value } | null;
  /** {event, at}, oldest first */
  readonly timeline: readonly { readonly [name: string]: Value }[];
  readonly reason_code: string | null;
  readonly created_at: string;
  readonly expires_at: string;
  readonly updated_at: string;
  readonly completed_at: string | null;
  readonly revision: number;
  readonly reference: string | null;
};

export const cashinIntents: Table<CashinIntentRow> = {
  name: 'cashin_intents',
  key: 'intent_id',
  columns: {
    intent_id: 'text',
    quote_id: 'text',
    user_id: 'text',
    partner_id: 'text',
    mode: 'text',
    status: 'text',
    delivery_mode: 'text',
    network: 'text',
    asset_id: 'integer',
    symbol: 'text',
    decimals: 'integer',
    amount_cents: 'numeric',
    fee_cents: 'numeric',
    exchanged_cents: 'numeric',
    amount_base_units: 'numeric',
    minimum_base_units: 'numeric',
    destination: 'text',
    payer_tax_id_masked: 'text',
    br_code: 'text',
    split_applied: 'boolean',
    split_cents: 'numeric',
    payments: 'jsonb',
    delivery: 'jsonb',
    timeline: 'jsonb',
    reason_code: 'text',
    created_at: 'timestamptz',
    expires_at: 'timestamptz',
    updated_at: 'timestamptz',
    completed_at: 'timestamptz',
    revision: 'integer',
    reference: 'text',
  },
};

export interface CashinPage {
  /** 1 to 200. */
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly status?: CashinStatus | undefined;
}

export const findCashinIntent = async (
  { query, ...scope }: UserReader,
  intentId: string,
): Promise<CashinIntentRow | null> => {
  const rows = await query<CashinIntentRow>(
    'SELECT * FROM lastro.cashin_intents WHERE intent_id = $1 AND partner_id = $2 AND mode = $3 AND user_id = $4',
    [intentId, scope.partnerId, scope.mode, scope.userId],
  );
  return rows[0] ?? null;
};

/** Newest first, one row more when there is more; null when the cursor (last id seen) is not the caller's. */
export const listCashinIntents = async (
  reader: UserReader,
  page: CashinPage,
): Promise<readonly CashinIntentRow[] | null> => {
  const after = page.cursor === undefined ? null : await findCashinIntent(reader, page.cursor);
  if (page.cursor !== undefined && after === null) return null;
  const { text, values } = cashinIntentsPage(reader, page, after);
  return reader.query<CashinIntentRow>(text, values);
};

export const cashinIntentsPage = (
  { partnerId, mode, userId }: UserScope,
  { status, limit }: CashinPage,
  after: Pick<CashinIntentRow, 'created_at' | 'intent_id'> | null,
): ListStatement =>
  listStatement({
    select: 'SELECT * FROM lastro.cashin_intents',
    where: [
      ['partner_id = ? AND mode = ? AND user_id = ?', partnerId, mode, userId],
      status === undefined ? null : ['status = ?', status],
      after && ['(created_at, intent_id) < (?::timestamptz, ?::text)', after.created_at, after.intent_id],
    ],
    ending: ['ORDER BY created_at DESC, intent_id DESC LIMIT ?', limit + 1],
  });
