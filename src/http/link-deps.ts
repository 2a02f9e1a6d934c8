import type { Sealed } from '../../aggregates/sealed';
import type { LinkRow } from '../../read-models/links';

/** Payment links as anybody may see them: the code is the credential. */
export interface Links {
  /** Null when it was never there, was removed, has expired, or its partner is not active. */
  readonly find: (linkCode: string) => Promise<LinkRow | null>;
  /** The plaintext, or null once nobody can open it any more. */
  readonly open: (sealed: Sealed) => Promise<string | null>;
}
