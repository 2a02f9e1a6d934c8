import type { SealedUnderOwnKey } from '../../../aggregates/sealed';
import { type FiscalSubject, fiscalSubjectOf } from '../../../aggregates/user/fiscal-subject';
import { fiscalSubjectNow, type UserState, user } from '../../../aggregates/user/user';
import { stateOf } from '../../handling/reading/read-stream';
import type { EventStore } from '../../ports/event-store';
import type { KeyVault } from '../../ports/key-vault';

export interface ObligationDeps {
  readonly eventStore: Pick<EventStore, 'readStream'>;
  readonly vault: Pick<KeyVault, 'seal'>;
}

/** A user as the stream has just said. */
export interface ReadUser {
  readonly userId: string;
  readonly state: UserState;
}

/**
 * What a tax obligation keeps of a user, sealed a second time: readable after the user's erasure, until the fiscal key is
 * destroyed.
 */
export const sealForObligation = async (
  { eventStore, vault }: ObligationDeps,
  userId: string,
  text: string,
): Promise<SealedUnderOwnKey> =>
  sealForObligationOf(vault, { userId, state: await stateOf(eventStore, user, userId) }, text);

/** The same, for whoever has read the user for something else. */
export const sealForObligationOf = (
  vault: ObligationDeps['vault'],
  whom: ReadUser,
  text: string,
): Promise<SealedUnderOwnKey> => vault.seal(subjectOf(whom), text);

const subjectOf = ({ userId, state }: ReadUser): FiscalSubject =>
  state.status === 'NONE' ? fiscalSubjectOf(userId, 0) : fiscalSubjectNow(userId, state);
