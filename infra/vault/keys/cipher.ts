import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import type { Lookup } from '../../../commands/ports/key-vault';
import { bound, decrypt, encrypt } from '../box';

const KEY_BYTES = 32;
const KEY_ID_BYTES = 8;

export interface Wrapped {
  readonly wrapped: Buffer;
  /** The master key's id; null: wrapped before master keys had ids. */
  readonly keyId: string | null;
}

/** The cryptography of the vault's keys. Associated data binds every box to its purpose and subject. */
export interface Cipher {
  /** The master keys' ids, in the given order; an id reveals nothing of its key. */
  readonly keyIds: readonly [string, ...string[]];
  /** A subject's new key, plain and wrapped, by default under the first master key. */
  readonly newKey: (subjectId: string, keyId?: string) => { readonly key: Buffer; readonly wrapped: Buffer };
  readonly wrap: (subjectId: string, key: Buffer, keyId: string) => Wrapped;
  /** Throws when the wrapped key is another subject's, under an unknown master key, or damaged. */
  readonly unwrap: (subjectId: string, wrapped: Wrapped) => Buffer;
  /** The id of the wrapping master key; throws like `unwrap`. */
  readonly openerOf: (subjectId: string, wrapped: Wrapped) => string;
  /** The look-up key that the first version derived from its master key. */
  readonly derivedLookupKey: (keyId: string) => Buffer;
  /** The stored form of a look-up; by default under the first master key's derived key. */
  readonly digest: (lookup: Lookup, lookupKey?: Buffer) => Buffer;
}

interface MasterKey {
  readonly id: string;
  readonly wrapping: Buffer;
  readonly lookups: Buffer;
}

/** Master keys have 32 bytes and are kept outside the database; the first one is in use. */
export function createCipher(first: Buffer, ...others: readonly Buffer[]): Cipher {
  const firstKey = readMasterKey(first);
  const keys = new Map([firstKey, ...others.map(readMasterKey)].map((key) => [key.id, key]));
  const keyOf = (id: string): MasterKey => {
    const key = keys.get(id);
    if (key === undefined) throw new Error(`MASTER_KEY has no key with the id ${id}`);
    return key;
  };
  const wrap: Cipher['wrap'] = (subjectId, key, keyId) => ({
    wrapped: encrypt(keyOf(keyId).wrapping, bound(1, 'key', subjectId), key),
    keyId,
  });
  const unlock = (subjectId: string, { wrapped, keyId }: Wrapped) => {
    const tried = keyId === null ? [...keys.values()] : [keyOf(keyId)];
    return firstThat(tried, ({ id, wrapping }) => ({
      id,
      key: decrypt(wrapping, bound(1, 'key', subjectId), wrapped),
    }));
  };
  return {
    keyIds: [firstKey.id, ...[...keys.keys()].slice(1)],
    newKey: (subjectId, keyId = firstKey.id) => {
      const key = randomBytes(KEY_BYTES);
      return { key, wrapped: wrap(subjectId, key, keyId).wrapped };
    },
    wrap,
    unwrap: (subjectId, wrapped) => unlock(subjectId, wrapped).key,
    openerOf: (subjectId, wrapped) => unlock(subjectId, wrapped).id,
    derivedLookupKey: (keyId) => keyOf(keyId).lookups,
    digest: ({ partnerId, mode, kind, value }, lookupKey = firstKey.lookups) =>
      createHmac('sha256', lookupKey)
        .update(JSON.stringify([partnerId, mode, kind, value]))
        .digest(),
  };
}

function readMasterKey(key: Buffer): MasterKey {
  if (key.length !== KEY_BYTES) throw new Error(`the master key has ${key.length} bytes, not ${KEY_BYTES}`);
  return {
    id: derive(key, 'lastro vault: id of a master key, v1').subarray(0, KEY_ID_BYTES).toString('hex'),
    wrapping: derive(key, 'lastro vault: wrapping of subject keys, v1'),
    lookups: derive(key, 'lastro vault: look-ups, v1'),
  };
}

/** The first success over all keys; throws the last error when all fail. */
function firstThat<Value>(keys: readonly MasterKey[], open: (key: MasterKey) => Value): Value {
  let failure: unknown;
  for (const key of keys) {
    try {
      return open(key);
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

const derive = (masterKey: Buffer, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', masterKey, Buffer.alloc(0), purpose, KEY_BYTES));
