import { bound, decrypt, encrypt } from '../../../vault/values/box';
import type { StoredKyc } from './kyc-store';

/** What the books keep of a person. */
export type KeptPerson = Pick<StoredKyc, 'document' | 'birthDate'>;

type Owner = Pick<StoredKyc, 'partnerId' | 'ref'>;

/** Whoever tries the sandbox may try it with a real person. */
export interface PersonBox {
  readonly seal: (owner: Owner, person: KeptPerson) => Buffer;
  /** Throws when the box is another session's, or under another key. */
  readonly open: (owner: Owner, box: Buffer) => KeptPerson;
}

const sessionOf = ({ partnerId, ref }: Owner): Buffer =>
  bound(1, 'data', JSON.stringify(['sandbox kyc', partnerId, ref]));

/** Under one key for all sessions: each is removed with its row. */
export const createPersonBox = (key: Buffer): PersonBox => ({
  seal: (owner, { document, birthDate }) =>
    encrypt(key, sessionOf(owner), Buffer.from(JSON.stringify({ document, birthDate }), 'utf8')),
  open: (owner, box) => JSON.parse(decrypt(key, sessionOf(owner), box).toString('utf8')) as KeptPerson,
});
