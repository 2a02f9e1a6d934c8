import type { Mode } from '../mode';
import type { SealedValue } from '../partners/partner-secrets';
import type { Table } from '../table';

export type WebhookOutboxRow = {
  /** `evt_` and base32 of the first 16 bytes of SHA-256(event id): stable over retries, replays and rebuilds. */
  readonly delivery_id: string;
  readonly event_id: string;
  readonly partner_id: string;
  readonly mode: Mode;
  readonly event: string;
  readonly correlation_key: string;
  /** The signed body without the external id: see `bodyWith`. */
  readonly body: string;
  /** The destination at the time of the event; null when no destination wanted it. */
  readonly destination_url: string | null;
  readonly status: 'PENDING' | 'DELIVERED' | 'EXHAUSTED' | 'CANCELLED' | 'UNSENT';
  readonly position_commit: string;
  readonly position_prepare: string;
  readonly created_at: string;
  readonly finished_at: string | null;
  readonly replays: number;
  /** The partner's own id of the user, opened when the body is sent or shown; null without one. */
  readonly external_user_id: SealedValue | null;
};

/** A row per notification with its outcome; counts and leases are in the dispatcher's own table. */
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

/** A body names its payment by the key of its family. */
interface Told {
  readonly data: object;
  readonly intentId?: string;
  readonly withdrawId?: string;
}

/** The link of the payment's receipt, if the body has one: made when the body is sent, and not stored. */
export const withReceiptUrl = (body: string, receiptUrlOf: (paymentId: string) => string): string => {
  if (!body.includes('"receiptUrl":')) return body;
  const { data, ...told } = JSON.parse(body) as Told;
  const paymentId = told.intentId ?? told.withdrawId;
  if (paymentId === undefined) return body;
  return JSON.stringify({ ...told, data: { ...data, receiptUrl: receiptUrlOf(paymentId) } });
};

/** No text of a body can contain this, because quotes within a text are escaped. */
const IN_DATA = '"data":{"externalUserId":null,';

/** Adds the external id to the sent bytes; null once the user was erased. */
export const bodyWith = (body: string, externalUserId: string | null): string => {
  const told = JSON.stringify(externalUserId);
  return `${body.replace(IN_DATA, () => `"data":{"externalUserId":${told},`).slice(0, -1)},"externalUserId":${told}}`;
};
