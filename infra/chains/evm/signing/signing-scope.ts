import type { EvmScope } from '../looking/scope';
import type { Signer } from './signer';
import type { SignerAccount, SignerBook } from './signer-book';

export interface SigningScope {
  readonly evm: EvmScope;
  readonly signer: Signer;
  readonly account: SignerAccount;
  readonly book: SignerBook;
  /** Wei for a unit of gas; no higher fee is ever signed, whatever a node answers. */
  readonly mostFeePerGas: bigint;
}
