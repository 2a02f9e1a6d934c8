import type { DepositId, NetworkName } from '../../aggregates/chain';
import type { Iso } from './clock';
import type { NetworkQuestions } from './standing/network-standing';

/** What the stores say, beside its stream, of what keeps an intent from moving. Each list is at most 20 long. */
export interface WhatWaits {
  readonly parked: readonly ParkedStream[];
  readonly failing: readonly FailingWork[];
  /** How the provider is asked what became of an attempt; null when it has not been asked yet. */
  readonly asking: Asking | null;
  readonly openDeposits: readonly OpenDeposit[];
  readonly unread: readonly UnreadTransaction[];
  /** Deposits of the intent that an operator gave up on, and that could not be judged since. */
  readonly givenUp: readonly { readonly depositId: DepositId }[];
  /** Null: the network has never been looked at. */
  readonly network: NetworkLooks | null;
}

/** A projection stopped at an event of the stream; the rest of the log goes on without it. */
export interface ParkedStream {
  readonly projection: string;
  readonly stream: string;
  readonly fromRevision: number;
  readonly since: Iso;
  readonly error: string;
}

/** Due work that has failed each time so far. */
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

/** It carries the intent's memo and nothing has been decided about it yet. */
export interface OpenDeposit {
  readonly depositId: string;
  readonly status: 'OBSERVED' | 'FINALISED' | 'CLAIMED';
  /** Of its last change. */
  readonly since: Iso;
}

/** A transaction that no node could read so far, and that names the intent's memo or may. */
export interface UnreadTransaction {
  readonly txid: string;
  readonly since: Iso;
  readonly tries: number;
  readonly reason: string;
  /** False: its calldata is not known. */
  readonly namesMemo: boolean;
  /** When an operator gave up on it, so that it holds nothing; null: nobody did. */
  readonly givenUpAt: Iso | null;
}

export interface NetworkLooks {
  /** When the last look that succeeded began; null when that was never written down. */
  readonly lookedAt: Iso | null;
  readonly questions: NetworkQuestions;
}

export interface Waiting {
  readonly intentId: string;
  readonly network: NetworkName;
  readonly memo: string;
  readonly userId: string;
  readonly partnerId: string;
  /** Of the accepted deposit; null before. */
  readonly depositId: string | null;
  /** Of every attempt so far. */
  readonly providerKeys: readonly string[];
}

export type ReadWhatWaits = (waiting: Waiting) => Promise<WhatWaits>;
