import type { DepositId, NetworkName } from '../../aggregates/chain';
import type { Iso } from './clock';
import type { NetworkQuestions } from './standing/network-standing';

/** What keeps an intent from moving, from outside its stream. Each list has at most 20 entries. */
export interface WhatWaits {
  readonly parked: readonly ParkedStream[];
  readonly failing: readonly FailingWork[];
  /** Null before the provider was first asked. */
  readonly asking: Asking | null;
  readonly openDeposits: readonly OpenDeposit[];
  readonly unread: readonly UnreadTransaction[];
  /** Given up by an operator and not judged since. */
  readonly givenUp: readonly { readonly depositId: DepositId }[];
  /** Null: never looked at. */
  readonly network: NetworkLooks | null;
}

/** A projection stopped at an event of the stream; the rest of the log goes on. */
export interface ParkedStream {
  readonly projection: string;
  readonly stream: string;
  readonly fromRevision: number;
  readonly since: Iso;
  readonly error: string;
}

export interface FailingWork {
  readonly queue: string;
  /** In a row. */
  readonly failures: number;
  readonly error: string;
  readonly nextAt: Iso;
}

export interface Asking {
  readonly times: number;
  readonly nextAt: Iso;
}

/** Carries the intent's memo, undecided. */
export interface OpenDeposit {
  readonly depositId: string;
  readonly status: 'OBSERVED' | 'FINALISED' | 'CLAIMED';
  /** Of its last change. */
  readonly since: Iso;
}

/** Names the intent's memo, or may. */
export interface UnreadTransaction {
  readonly txid: string;
  readonly since: Iso;
  readonly tries: number;
  readonly reason: string;
  /** False: its calldata is not known. */
  readonly namesMemo: boolean;
  /** Given up by an operator: holds nothing. Null: still tried. */
  readonly givenUpAt: Iso | null;
}

export interface NetworkLooks {
  /** Start of the last successful look; null when not recorded. */
  readonly lookedAt: Iso | null;
  readonly questions: NetworkQuestions;
}

export interface Waiting {
  readonly intentId: string;
  readonly network: NetworkName;
  readonly memo: string;
  readonly userId: string;
  readonly partnerId: string;
  /** Null before a deposit is accepted. */
  readonly depositId: string | null;
  /** Of every attempt so far. */
  readonly providerKeys: readonly string[];
}

export type ReadWhatWaits = (waiting: Waiting) => Promise<WhatWaits>;
