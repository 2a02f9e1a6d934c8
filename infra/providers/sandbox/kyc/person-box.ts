import { bound, decrypt, encrypt } from '../../../vault/values/box';

/** Kept of a person in the books. */
export interface KeptPerson {
  readonly document: string;
  readonly birthDate: string | null;
}

interface Owner {
  readonly partnerId: string;
  readonly ref: string;
}

/** Partners may try the sandbox with real persons. */
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
