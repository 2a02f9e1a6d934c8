import type { Mode } from './mode';
import type { SealedValue } from './partner-secrets';
import type { Table } from './table';

export type WebhookOutboxRow = {
  /** `evt_` and base32 of the first 16 bytes of SHA-256(event id): stable over retries, replays and rebuilds. */
  readonly delivery_id: string;
  readonly event_id: string;
  readonly partner_id: string;
  readonly mode: Mode;
  readonly event: string;
  /** The id by which the receiver correlates: the intent's. */
  readonly correlation_key: string;
  /** What is signed and sent, but for the external id: see `bodyWith`. */
  readonly body: string;
  /** Where it went to be sent when it happened; null when there was no destination that wanted it. */
  readonly destination_url: string | null;
  readonly status: 'PENDING' | 'DELIVERED' | 'EXHAUSTED' | 'CANCELLED' | 'UNSENT';
  readonly position_commit: string;
  readonly position_prepare: string;
  readonly created_at: string;
  readonly finished_at: string | null;
  /** How often it was asked to be sent again. */
  readonly replays: number;
  /** The partner's own id of the user; null when there is none. It is opened when the body is sent or shown. */
  readonly external_user_id: SealedValue | null;
};

/** One row per notification, with its final outcome; counts and leases are the dispatcher's own table. */
export const webhookOutbox: Table<WebhookOutboxRow> = {
  name: 'webhook_outbox',
  key: 'delivery_id',
  columns: {
    delivery_id: 'text',
    event_id: 'text',
    partner_id: 'text',
    mode: 'text',
    event: 'text',
    correlation_key: 'text',
    body: 'text',
    destination_url: 'text',
    status: 'text',
    position_commit: 'bigint',
    position_prepare: 'bigint',
    created_at: 'timestamptz',
    finished_at: 'timestamptz',
    replays: 'integer',
    external_user_id: 'jsonb',
  },
};

/** The bytes that are sent where there is an external id: the same for ever, but that it is null once its user was erased. */
export const bodyWith = (body: string, externalUserId: string | null): string =>
  `${body.slice(0, -1)},"externalUserId":${JSON.stringify(externalUserId)}}`;
