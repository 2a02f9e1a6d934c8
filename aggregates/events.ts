import type { CashinEvent } from './cashin/events';
import type { CashoutEvent } from './cashout/events';
import type { ClosingEvent } from './closing/events';
import type { ConsoleEvent } from './console/events';
import type { DepositEvent } from './deposit/events';
import type { FoundTransferEvent } from './found-transfer/events';
import type { HaltEvent } from './halts/events';
import type { KycSessionEvent } from './kyc/events';
import type { LedgerIdentityEvent } from './ledger/events';
import type { LinkEvent } from './link/events';
import type { DocumentLookedUpEvent } from './lookup/events';
import type { MemberEvent } from './members/events';
import type { OperatorEvent } from './operator/events';
import type { Mode, PartnerEvent } from './partner/events';
import type { PayeeLimitEvent } from './payee-limit/events';
import type { PeggedBalanceEvent } from './pegged-balance/events';
import type { CashinQuoteEvent, QuoteEvent } from './quote/events';
import type { RefundTransferEvent } from './refund-transfer/events';
import type { UserEvent } from './user/events';
import type { WatcherEvent } from './watcher/events';
import type { WebhookEvent } from './webhook/events';
import type { WithdrawalEvent } from './withdrawal/events';

export type LedgerEvent =
  | PartnerEvent
  | MemberEvent
  | UserEvent
  | QuoteEvent
  | CashinQuoteEvent
  | CashoutEvent
  | CashinEvent
  | DepositEvent
  | WatcherEvent
  | WebhookEvent
  | LinkEvent
  | PeggedBalanceEvent
  | WithdrawalEvent
  | LedgerIdentityEvent
  | ClosingEvent
  | OperatorEvent
  | ConsoleEvent
  | KycSessionEvent
  | DocumentLookedUpEvent
  | RefundTransferEvent
  | FoundTransferEvent
  | HaltEvent
  | PayeeLimitEvent;

export type EventType = LedgerEvent['type'];

export type EventOf<Type extends EventType> = Extract<LedgerEvent, { readonly type: Type }>;

export interface Actor {
  readonly kind: 'partner' | 'member' | 'user' | 'operator' | 'system';
  readonly id: string;
}

export interface Metadata {
  readonly $correlationId: string;
  readonly $causationId: string;
  readonly actor: Actor;
  readonly partnerId: string | null;
  readonly subjectId: string | null;
  readonly mode: Mode | null;
  readonly requestId: string | null;
  /** An operator's reason; null for every other actor. */
  readonly reason: string | null;
  /** ISO 8601 UTC, by the injected clock. */
  readonly at: string;
  readonly schemaVersion: number;
  /** In every event after the ledger's opening; absent in logs from before ledgers had ids. */
  readonly ledgerId?: string;
}

/** A position in the global log: opaque and increasing, never calculated with. */
export interface Position {
  readonly commit: bigint;
  readonly prepare: bigint;
}

export const START: Position = { commit: -1n, prepare: -1n };

export const isAfter = (left: Position, right: Position): boolean =>
  left.commit > right.commit || (left.commit === right.commit && left.prepare > right.prepare);

export type Recorded<Event extends LedgerEvent = LedgerEvent> = Event & {
  readonly id: string;
  readonly stream: string;
  /** From 0, without gaps within the stream. */
  readonly revision: number;
  readonly position: Position;
  readonly metadata: Metadata;
};
