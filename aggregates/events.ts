import type { CashoutEvent } from './cashout/events';
import type { DepositEvent } from './deposit/events';
import type { LinkEvent } from './link/events';
import type { Mode, PartnerEvent } from './partner/events';
import type { QuoteEvent } from './quote/events';
import type { UserEvent } from './user/events';
import type { WatcherEvent } from './watcher/events';
import type { WebhookEvent } from './webhook/events';

/** Everything that can happen. */
export type LedgerEvent =
  | PartnerEvent
  | UserEvent
  | QuoteEvent
  | CashoutEvent
  | DepositEvent
  | WatcherEvent
  | WebhookEvent
  | LinkEvent;

export type EventType = LedgerEvent['type'];

/** The member of the union with this type. */
export type EventOf<Type extends EventType> = Extract<LedgerEvent, { readonly type: Type }>;

export interface Actor {
  readonly kind: 'partner' | 'user' | 'operator' | 'system';
  readonly id: string;
}

/** Metadata of every event. `$correlationId` and `$causationId` are EventStoreDB's convention. */
export interface Metadata {
  readonly $correlationId: string;
  readonly $causationId: string;
  readonly actor: Actor;
  readonly partnerId: string | null;
  readonly subjectId: string | null;
  readonly mode: Mode | null;
  readonly requestId: string | null;
  /** Why an operator did it; null otherwise. */
  readonly reason: string | null;
  /** When, by the injected clock: UTC ISO 8601. */
  readonly at: string;
  readonly schemaVersion: number;
}

/** A place in the log of everything. Opaque and increasing; never counted with. */
export interface Position {
  readonly commit: bigint;
  readonly prepare: bigint;
}

export const START: Position = { commit: -1n, prepare: -1n };

export const isAfter = (left: Position, right: Position): boolean =>
  left.commit > right.commit || (left.commit === right.commit && left.prepare > right.prepare);

/** An event as the store holds it. */
export type Recorded<Event extends LedgerEvent = LedgerEvent> = Event & {
  readonly id: string;
  readonly stream: string;
  /** From 0, without gaps, within the stream. */
  readonly revision: number;
  readonly position: Position;
  readonly metadata: Metadata;
};
