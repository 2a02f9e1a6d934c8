import type { ChainFamily } from '../../../aggregates/chain';
import type { StreamCategory } from '../../../aggregates/stream';
import type { KeyVault } from '../../../commands/ports/key-vault';
import type { Query } from '../../../read-models/table';

export interface Found {
  readonly category: StreamCategory | null;
  readonly id: string;
  readonly by: 'id' | 'transaction' | 'external id' | 'wallet' | 'reference' | 'end-to-end id' | 'charge' | 'name';
  readonly partnerId: string | null;
  readonly mode: string | null;
  /** Start of its stream, ISO 8601; of a name: when the payment got the name. */
  readonly since: string;
}

export interface SearchDeps {
  /** Across partners. */
  readonly query: Query;
  readonly vault: Pick<KeyVault, 'findAll'>;
  readonly canonicalAddress: (family: ChainFamily, text: string) => string | null;
  /** Networks whose addresses a wallet may have. */
  readonly walletNetworks: readonly { readonly name: string; readonly family: ChainFamily }[];
  /** Networks that are or were watched. */
  readonly networkNames: () => Promise<readonly string[]>;
}

/** Matches by something other than the id, which are few. `partnerId` narrows the search to one partner. */
export type Finder = (deps: SearchDeps, text: string, partnerId: string | null) => Promise<readonly Found[]>;
