import type { Sealed } from '../../aggregates/sealed';
import type { LinkRow } from '../../read-models/partners/links';

/** Payment links for everybody: the code is the credential. */
export interface Links {
  /** Null when unknown, removed, expired or of an inactive partner. */
  readonly find: (linkCode: string) => Promise<LinkRow | null>;
  /** The plaintext; null when it can no longer be opened. */
  readonly open: (sealed: Sealed) => Promise<string | null>;
}
