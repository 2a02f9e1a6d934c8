export interface OpsTimelineQuery {
  /**
   * How many, 1 to 200.
   * @isInt must be a whole number
   * @minimum 1
   * @maximum 200
   * @default 100
   */
  limit?: number;
  /** The `eventId` of the last event seen. */
  cursor?: string;
  /**
   * Which come first.
   * @default "oldest"
   */
  order?: 'oldest' | 'newest';
  /** A position of the log or a time: later events are left out. */
  at?: string;
}

/** An event of the log. */
export interface OpsEvent {
  /** Also the cursor of the page that follows. */
  eventId: string;
  /** In the log; several events of one append share it. */
  position: string;
  stream: string;
  /** @isInt */
  revision: number;
  type: string;
  at: string;
  actor: OpsActor;
  /** An operator's. */
  reason: string | null;
  /** The event or the request that it follows from. */
  causationId: string;
  /** Type of the causing event, when that is about this payment too. */
  cause: string | null;
  requestId: string | null;
  depositId: string | null;
  /** As stored; in the place of a sealed value stands `{ "sealed": true }`. */
  data: { [name: string]: unknown };
}

export interface OpsActor {
  kind: 'partner' | 'member' | 'user' | 'operator' | 'system';
  id: string;
}

export interface OpsTimelineMeta {
  /** To be passed as `cursor` for the next page; null on the last one. */
  nextCursor: string | null;
  hasMore: boolean;
  /** Up to this position of the log this answer knows. */
  knownTo: string;
}

export interface OpsTimeline {
  success: true;
  error: null;
  data: OpsEvent[];
  meta: OpsTimelineMeta;
}

/** Why a payment is in its state; English, as `ledger explain` says it. */
export interface OpsExplanation {
  status: string;
  because: string;
  /** A sentence each; empty when nothing can move the payment. */
  movesWhen: string[];
  /** Cause and since when, one sentence each; empty when it only waits for its turn. */
  heldBy: string[];
  /** Matched to the payment or considered for it, oldest first. */
  deposits: OpsConsidered[];
}

export interface OpsConsidered {
  depositId: string;
  status: string;
  reason: string | null;
}
