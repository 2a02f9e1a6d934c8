import type { Mode } from '../mode';
import { ownerOf, type SealedValue } from '../partners/partner-secrets';
import type { PartnerReader } from '../reader';
import type { Table } from '../table';

export type WebhookDestinationRow = {
  /** `<partner id>:<mode>`. */
  readonly owner: string;
  readonly partner_id: string;
  readonly mode: Mode;
  readonly url: string;
  /** Empty: all events except the opt-in ones. */
  readonly events: readonly string[];
  readonly headers: SealedValue | null;
  readonly header_names: readonly string[];
  readonly created_at: string;
  readonly updated_at: string;
};

/** The destination of each (partner, mode); no row, no delivery. */
export const webhookDestinations: Table<WebhookDestinationRow> = {
  name: 'webhook_destinations',
  key: 'owner',
  columns: {
    owner: 'text',
    partner_id: 'text',
    mode: 'text',
    url: 'text',
    events: 'jsonb',
    headers: 'jsonb',
    header_names: 'jsonb',
    created_at: 'timestamptz',
    updated_at: 'timestamptz',
  },
};

export const findWebhookDestination = async ({
  query,
  partnerId,
  mode,
}: PartnerReader): Promise<WebhookDestinationRow | null> => {
  const rows = await query<WebhookDestinationRow>('SELECT * FROM lastro.webhook_destinations WHERE owner = $1', [
    ownerOf(partnerId, mode),
  ]);
  return rows[0] ?? null;
};
