import type { ListStatement } from '../list-query';
import type { Mode } from '../mode';
import type { SealedValue } from '../partners/partner-secrets';
import type { UserReader, UserScope } from '../reader';
import type { Table, Value } from '../table';
import { findOfUser, listOfUser, pageOfUser, type UserList, type UserPage } from './user-list';

export type CashoutStatus = 'PENDING' | 'PROCESSING' | 'COMPLETED' | 'FAILED' | 'EXPIRED';

export type CashoutIntentRow = {
  readonly intent_id: string;
  readonly quote_id: string;
  readonly user_id: string;
  readonly partner_id: string;
  readonly mode: Mode;
  readonly status: CashoutStatus;
  readonly network: string;
  readonly asset_id: number;
  readonly symbol: string;
  readonly decimals: number;
  readonly amount_base_units: string;
  readonly receiver: string;
  readonly memo: string;
  readonly payout_kind: string;
  readonly payout_cents: string;
  readonly total_cents: string;
  readonly fee_cents: string;
  readonly destination_masked: string;
  /** {depositId, txHash, amountBaseUnits, sender, blockTime}: the accepted one first; refused ones add {label, assetId, decimals} */
  readonly deposits: readonly { readonly [name: string]: Value }[];
  /** UNDER, OVER, LATE, SPLIT */
  readonly labels: readonly string[];
  /** {event, at}, oldest first */
  readonly timeline: readonly { readonly [name: string]: Value }[];
  /** {amountBaseUnits, to, reason, dueAt} */
  readonly refund: { readonly [name: string]: Value } | null;
  readonly attempts: number;
  readonly reason_code: string | null;
  readonly provider_id: string | null;
  readonly end_to_end_id: string | null;
  readonly created_at: string;
  readonly expires_at: string;
  readonly updated_at: string;
  readonly confirmed_at: string | null;
  readonly completed_at: string | null;
  readonly revision: number;
  readonly reference: string | null;
  /** The partner's own id of the quote. */
  readonly external_id: SealedValue | null;
  /** {txHash, amountBaseUnits, to, transferredAt, recordedAt} of each refund, the first one first; null: none. */
  readonly refunded: readonly { readonly [name: string]: Value }[] | null;
};

export const cashoutIntents: Table<CashoutIntentRow> = {
  name: 'cashout_intents',
  key: 'intent_id',
  columns: {
    intent_id: 'text',
    quote_id: 'text',
    user_id: 'text',
    partner_id: 'text',
    mode: 'text',
    status: 'text',
    network: 'text',
    asset_id: 'integer',
    symbol: 'text',
    decimals: 'integer',
    amount_base_units: 'numeric',
    receiver: 'text',
    memo: 'text',
    payout_kind: 'text',
    payout_cents: 'numeric',
    total_cents: 'numeric',
    fee_cents: 'numeric',
    destination_masked: 'text',
    deposits: 'jsonb',
    labels: 'jsonb',
    timeline: 'jsonb',
    refund: 'jsonb',
    attempts: 'integer',
    reason_code: 'text',
    provider_id: 'text',
    end_to_end_id: 'text',
    created_at: 'timestamptz',
    expires_at: 'timestamptz',
    updated_at: 'timestamptz',
    confirmed_at: 'timestamptz',
    completed_at: 'timestamptz',
    revision: 'integer',
    reference: 'text',
    external_id: 'jsonb',
    refunded: 'jsonb',
  },
};

export interface IntentPage extends UserPage {
  readonly status?: CashoutStatus | undefined;
  readonly quoteId?: string | undefined;
}

const list: UserList<CashoutIntentRow, IntentPage> = {
  table: cashoutIntents,
  filtersOf: ({ status, quoteId }) => [
    status === undefined ? null : ['status = ?', status],
    quoteId === undefined ? null : ['quote_id = ?', quoteId],
  ],
};

export const findCashoutIntent = (reader: UserReader, intentId: string): Promise<CashoutIntentRow | null> =>
  findOfUser(cashoutIntents, reader, intentId);

export const listCashoutIntents = (reader: UserReader, page: IntentPage): Promise<readonly CashoutIntentRow[] | null> =>
  listOfUser(list, reader, page);

export const cashoutIntentsPage = (
  scope: UserScope,
  page: IntentPage,
  after: Pick<CashoutIntentRow, 'created_at' | 'intent_id'> | null,
): ListStatement => pageOfUser(list, scope, page, after);
