import type { Table } from '../table';

export type OutboxDestinationRow = {
  readonly owner: string;
  readonly url: string;
  readonly events: readonly string[];
};

/** The outbox's destinations at its own checkpoint; the API shows `webhook-destinations`. */
export const outboxDestinations: Table<OutboxDestinationRow> = {
  name: 'outbox_destinations',
  key: 'owner',
  columns: { owner: 'text', url: 'text', events: 'jsonb' },
};
