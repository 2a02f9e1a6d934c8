import type { Mode } from '../mode';
import type { UserReader } from '../reader';
import type { Table, Value } from '../table';
import { findOfUser, listOfUser, type UserList, type UserPage } from './user-list';

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
  /** Null until the charge exists. */
  readonly br_code: string | null;
  /** The agreed split; after the payment, the provider's. */
  readonly split_applied: boolean;
  /** The owed part, if the split was not applied. */
  readonly split_cents: string;
  /** The partner's part of the payment that was not split off. */
  readonly split_owed_cents: string;
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
    split_owed_cents: 'numeric',
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

export interface CashinPage extends UserPage {
  readonly status?: CashinStatus | undefined;
}

const list: UserList<CashinIntentRow, CashinPage> = {
  table: cashinIntents,
  filtersOf: ({ status }) => [status === undefined ? null : ['status = ?', status]],
};

export const findCashinIntent = (reader: UserReader, intentId: string): Promise<CashinIntentRow | null> =>
  findOfUser(cashinIntents, reader, intentId);

export const listCashinIntents = (reader: UserReader, page: CashinPage): Promise<readonly CashinIntentRow[] | null> =>
  listOfUser(list, reader, page);
