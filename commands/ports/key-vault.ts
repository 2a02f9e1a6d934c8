import type { Mode } from '../../aggregates/partner/events';
import type { Sealed, SealedUnderOwnKey } from '../../aggregates/sealed';

/** External ids are unique within (partner, mode). */
export interface Lookup {
  readonly partnerId: string;
  readonly mode: Mode;
  readonly kind: 'EXTERNAL_USER_ID' | 'WALLET' | 'DOCUMENT' | 'LOGIN_CONTACT' | 'MEMBER_EMAIL' | 'PIX_KEY';
  /** Normalised; only its HMAC is stored. */
  readonly value: string;
}

/** A key per subject, and the look-up index; every write precedes its event. */
export interface KeyVault {
  /** Encrypts under the subject's key, made on first use. Refuses (fault) an erased subject. */
  readonly seal: (subjectId: string, plaintext: string) => Promise<SealedUnderOwnKey>;
  /** Null once the subject is erased. */
  readonly open: (sealed: Sealed) => Promise<string | null>;
  /** In the same order, with one look-up for all; at most 1,000. */
  readonly openAll: (sealed: readonly Sealed[]) => Promise<readonly (string | null)[]>;
  /** Binds a free lookup; answers its holder. Keeps the highest `revision` that a claimer has read. */
  readonly claim: (lookup: Lookup, subjectId: string, revision?: number) => Promise<string>;
  /** Frees the subject's lookup unless claimed on `revision` or later. Repeatable. */
  readonly release: (lookup: Lookup, subjectId: string, revision: number) => Promise<void>;
  /** HMAC-SHA-256 in hex: equal for equal values, and reveals none. Changes with a rotation of the look-up key. */
  readonly digest: (lookup: Lookup) => Promise<string>;
  readonly find: (lookup: Lookup) => Promise<string | null>;
  readonly findAll: (lookups: readonly Lookup[]) => Promise<readonly (string | null)[]>;
  /** Destroys the subject's key and look-ups for ever. Repeatable. */
  readonly erase: (subjectId: string) => Promise<void>;
}
