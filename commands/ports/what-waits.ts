import type { DepositId, NetworkName } from '../../aggregates/chain';
import type { NetworkQuestions } from './chains/network-standing';
import type { Iso } from './clock';

/** Causes outside its stream that delay an intent. Each list has at most 20 entries. */
export interface WhatWaits {
  readonly parked: readonly ParkedStream[];
  readonly failing: readonly FailingWork[];
  /** Null before the provider was first asked. */
  readonly asking: Asking | null;
  readonly openDeposits: readonly OpenDeposit[];
  readonly unread: readonly UnreadTransaction[];
  /** Given up by an operator and not judged since. */
  readonly givenUp: readonly { readonly depositId: DepositId }[];
  readonly network: NetworkLooks | null;
}

export interface ParkedStream {
  readonly projection: string;
  readonly stream: string;
  /** Null: the whole stream, because a part of it is missing. */
  readonly fromRevision: number | null;
  readonly since: Iso;
  readonly error: string;
}

export interface FailingWork {
  readonly queue: string;
  readonly failures: number;
  readonly error: string;
  readonly nextAt: Iso;
}

export interface Asking {
  readonly times: number;
  readonly nextAt: Iso;
}

export interface OpenDeposit {
  readonly depositId: string;
  readonly status: 'OBSERVED' | 'FINALISED' | 'CLAIMED';
  readonly since: Iso;
}

export interface UnreadTransaction {
  readonly txid: string;
  readonly since: Iso;
  readonly tries: number;
  readonly reason: string;
  readonly namesMemo: boolean;
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
  readonly depositId: string | null;
  readonly providerKeys: readonly string[];
}

export type ReadWhatWaits = (waiting: Waiting) => Promise<WhatWaits>;
