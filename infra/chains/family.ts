import type { Carriage } from '../../aggregates/quote/carriable';
import type { Asset, Network } from '../../commands/ports/chains/catalog';
import type { ChainReader } from '../../commands/ports/chains/chain-reader';
import type { ChallengeTerms, VerifyWallet } from '../../commands/wallet-login/wallet-login';
import type { CallContract } from './call-contract';
import type { ChainReaderOptions } from './reader-options';

export interface PaymentToInstruct {
  readonly network: Pick<Network, 'family' | 'chainId' | 'name' | 'networkId'>;
  readonly asset: Pick<Asset, 'contract' | 'decimals' | 'standard'>;
  readonly amountBaseUnits: bigint;
  readonly receiver: string;
  readonly memo: string;
}

export interface OnChainMemo {
  readonly memoType: 'CALLDATA' | 'SPL_MEMO' | 'MEMO_HASH' | 'DATA' | 'MEMO';
  readonly memoValue: string;
}

export interface ChainIdentity {
  readonly chainId: number | null;
  readonly networkId: string | null;
}

export interface LoginSite {
  /** Host and non-default port (RFC 3986, authority). */
  readonly domain: string;
  readonly url: string;
}

export interface Objection {
  readonly key: string;
  readonly detail: string;
}

export interface Watching {
  /** With the colon, such as `https:`. */
  readonly urlSchemes: readonly string[];
  /** Families that are read at finality only; absent: the newest block is read too. */
  readonly closed?: {
    /** A scan reads only final blocks: a shorter grace would expire payments that were made in time. */
    readonly leastGraceSeconds: number;
  };
  /** Loads the family's library. Rejects with a message for the operator on an invalid configuration. */
  readonly openReader: (options: ChainReaderOptions) => Promise<ChainReader>;
  /** Throws when the payment cannot be sent. */
  readonly instruction: (payment: PaymentToInstruct) => unknown;
}

/** All differences between kinds of chain. Libraries load on the first call, not on import. */
export interface Family {
  /** Canonical form for comparison and storage; null when the text is not an account. */
  readonly canonicalAddress: (text: string) => string | null;
  readonly canonicalTxid: (text: string) => string | null;
  readonly objectionToIdentity: (identity: ChainIdentity) => Objection | null;
  readonly memo: (memo: string) => OnChainMemo;
  readonly carriage: (isNative: boolean) => Carriage;
  readonly challenge: (terms: ChallengeTerms, site: LoginSite) => string;
  /** `callContract` serves families whose accounts may be contracts. */
  readonly walletVerifier: (callContract: CallContract | null) => VerifyWallet;
  readonly watching: Watching;
}
