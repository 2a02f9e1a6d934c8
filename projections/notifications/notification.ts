import type { LedgerEvent, Recorded } from '../../aggregates/events';

/** `optIn` events are sent only to a destination that names these events. */
export interface Notification {
  readonly event: string;
  readonly optIn: boolean;
  readonly status: string;
  readonly data: object;
}

/** The notifications of a family's events; events without an entry notify no partner. */
export type Notifying<Event extends LedgerEvent> = {
  readonly [Type in Event['type']]?: (event: Recorded<Extract<Event, { type: Type }>>) => Notification | null;
};
