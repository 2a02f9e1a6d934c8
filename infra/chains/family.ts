import type { Carriage } from '../../aggregates/quote/carriable';
import type { Asset, Network } from '../../commands/ports/catalog';
import type { ChainReader } from '../../commands/ports/chain-reader';
import type { ChallengeTerms, VerifyWallet } from '../../commands/wallet-login/wallet-login';
import type { CallContract } from './call-contract';
import type { ChainReaderOptions } from './reader-options';

/** A transfer that an intent asks for. */
export interface PaymentToInstruct {
  readonly network: Pick<Network, 'family' | 'chainId' | 'name'>;
  readonly asset: Pick<Asset, 'contract'>;
  readonly amountBaseUnits: bigint;
  readonly receiver: string;
  readonly memo: string;
}

/** Where a memo goes in a transaction (`memoType`), and what stands there (design: chains, sections 1 to 5). */
export interface OnChainMemo {
  readonly memoType: 'CALLDATA' | 'SPL_MEMO' | 'MEMO_HASH' | 'DATA' | 'MEMO';
  readonly memoValue: string;
}

/** How a networks file says which chain it means. */
export interface ChainIdentity {
  readonly chainId: number | null;
  readonly networkId: string | null;
}

/** Where people log in. */
export interface LoginSite {
  /** Host and, unless it is the scheme's own, port (RFC 3986, authority). */
  readonly domain: string;
  readonly url: string;
}

/** What is wrong with a key of an entry of NETWORKS_FILE. */
export interface Objection {
  readonly key: string;
  readonly detail: string;
}

/** What a family needs for its networks to be offered. */
export interface Watching {
  /** With their colon, such as `https:`. */
  readonly urlSchemes: readonly string[];
  /** Loads the family's library. Rejects with a message for the operator when the configuration cannot be right. */
  readonly openReader: (options: ChainReaderOptions) => Promise<ChainReader>;
  /** What a wallet needs to build the transfer. Throws when it could not be sent as asked. */
  readonly instruction: (payment: PaymentToInstruct) => unknown;
}

/** Everything that differs from one kind of chain to another. Nothing here loads a library before it is called. */
export interface Family {
  /** An account in the one form that is compared and stored; null when the text is none, or mistyped. */
  readonly canonicalAddress: (text: string) => string | null;
  /** A transaction's id in the one form that is compared and stored; null when it cannot be one. */
  readonly canonicalTxid: (text: string) => string | null;
  readonly objectionToIdentity: (identity: ChainIdentity) => Objection | null;
  readonly memo: (memo: string) => OnChainMemo;
  /** What the chain can carry of its coin, and of everything else. */
  readonly carriage: (isNative: boolean) => Carriage;
  /** The text that a wallet signs to log in; it says all of the terms and the site's domain. */
  readonly challenge: (terms: ChallengeTerms, site: LoginSite) => string;
  /** How a login is proved; `callContract` is for families whose accounts may be contracts. */
  readonly walletVerifier: (callContract: CallContract | null) => VerifyWallet;
  /** Null: this version has no reader for the family, and no network of it is offered. */
  readonly watching: Watching | null;
}
