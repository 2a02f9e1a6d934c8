import type { EvmScope } from '../looking/scope';
import type { Signer } from './signer';
import type { SignerAccount, SignerBook } from './signer-book';

/** Everything that sends and follows the transactions of one signer on one network. */
export interface SigningScope {
  readonly evm: EvmScope;
  readonly signer: Signer;
  readonly account: SignerAccount;
  readonly book: SignerBook;
  /** Wei for a unit of gas; no higher fee is ever signed, whatever a node answers. */
  readonly mostFeePerGas: bigint;
}
