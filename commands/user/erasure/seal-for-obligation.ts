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

export interface ReadUser {
  readonly userId: string;
  readonly state: UserState;
}

/** Sealed a second time for the tax obligation: readable after the erasure, until the fiscal key is destroyed. */
export const sealForObligation = async (
  { eventStore, vault }: ObligationDeps,
  userId: string,
  text: string,
): Promise<SealedUnderOwnKey> =>
  sealForObligationOf(vault, { userId, state: await stateOf(eventStore, user, userId) }, text);

export const sealForObligationOf = (
  vault: ObligationDeps['vault'],
  whom: ReadUser,
  text: string,
): Promise<SealedUnderOwnKey> => vault.seal(subjectOf(whom), text);

const subjectOf = ({ userId, state }: ReadUser): FiscalSubject =>
  state.status === 'NONE' ? fiscalSubjectOf(userId, 0) : fiscalSubjectNow(userId, state);
