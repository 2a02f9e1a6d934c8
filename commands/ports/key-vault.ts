import type { Mode } from '../../aggregates/partner/events';
import type { Sealed } from '../../aggregates/sealed';

/** What a lookup is made by; external ids are unique within (partner, mode). */
export interface Lookup {
  readonly partnerId: string;
  readonly mode: Mode;
  readonly kind: 'EXTERNAL_USER_ID' | 'WALLET' | 'DOCUMENT' | 'LOGIN_CONTACT';
  /** Normalised; only its HMAC is stored. */
  readonly value: string;
}

/**
 * The second store of record (design: domain, section 2): a key per subject, wrapped by the master key,
 * and the look-up index. Every write is committed before the event that relies on it.
 */
export interface KeyVault {
  /** Encrypts under the subject's key, which is made when it does not exist. Refuses (fault) an erased subject. */
  readonly seal: (subjectId: string, plaintext: string) => Promise<Sealed>;
  /** The plaintext, or null once the subject is erased. */
  readonly open: (sealed: Sealed) => Promise<string | null>;
  /** The same of each, in its order, with one look-up for all of them; at most 1,000. */
  readonly openAll: (sealed: readonly Sealed[]) => Promise<readonly (string | null)[]>;
  /**
   * Binds the lookup to the subject unless it is bound already; answers whose it is. `revision` is that of the subject's
   * last event on which the claimer decides (absent: none was read); the highest one given is kept.
   */
  readonly claim: (lookup: Lookup, subjectId: string, revision?: number) => Promise<string>;
  /**
   * Frees the lookup if the subject has it and nobody has claimed it for the subject on `revision` or a later one, so
   * that what was given up in `revision` can be another's, and what was taken back after it stays. Repeatable.
   */
  readonly release: (lookup: Lookup, subjectId: string, revision: number) => Promise<void>;
  readonly find: (lookup: Lookup) => Promise<string | null>;
  /** Destroys the subject's key and look-ups, for ever. Repeatable. */
  readonly erase: (subjectId: string) => Promise<void>;
}
