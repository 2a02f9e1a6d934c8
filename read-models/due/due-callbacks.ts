import { type DueQuery, dueQuery } from './due-query';

export interface DueCallback {
  readonly source: string;
  readonly eventId: string;
  readonly hints: readonly { readonly kind: string; readonly key: string }[];
  /** Milliseconds since 1970. */
  readonly receivedAtMs: number;
}

export const dueCallbacks = (): DueQuery<DueCallback> =>
  dueQuery({
    key: `concat_ws(' ', source, event_id)`,
    dueAt: 'received_at',
    item: {
      source: 'source',
      eventId: 'event_id',
      hints: 'hints',
      receivedAtMs: 'floor(extract(epoch FROM received_at) * 1000)',
    },
    source: 'FROM lastro.callbacks WHERE finished_at IS NULL',
    values: [],
  });
