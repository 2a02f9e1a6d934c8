import type { Mode } from '../../../aggregates/partner/events';
import { invalidField, type RejectionError, rejection } from '../../../aggregates/rejection';
import type { UserEvent, Wallet } from '../../../aggregates/user/events';
import { type UserState, user } from '../../../aggregates/user/user';
import { type Past, readPast, stateOf } from '../../handling/reading/read-stream';
import type { HandleDeps } from '../../handling/request';
import type { KeyVault, Lookup } from '../../ports/key-vault';

export interface UserIdsDeps {
  readonly eventStore: HandleDeps['eventStore'];
  readonly vault: KeyVault;
}

export interface UserScope {
  readonly partnerId: string;
  readonly mode: Mode;
}

export const externalIdLookup = ({ partnerId, mode }: UserScope, externalUserId: string): Lookup => ({
  ...{ partnerId, mode, kind: 'EXTERNAL_USER_ID', value: externalUserId },
});

export const walletLookup = ({ partnerId, mode }: UserScope, { blockchain, pubkey }: Wallet): Lookup => ({
  ...{ partnerId, mode, kind: 'WALLET', value: `${blockchain}:${pubkey}` },
});

export const userConflict = (message: string): RejectionError => rejection('USER_CONFLICT', message);

export interface Holder {
  readonly userId: string;
  readonly past: Past<UserState>;
}

/** Null when free. Frees an id given up or erased: that command may have crashed before the release. */
export const holderOf = async (deps: UserIdsDeps, lookup: Lookup): Promise<Holder | null> => {
  const userId = await deps.vault.find(lookup);
  if (userId === null) return null;
  const past = await readPast(deps, user, userId);
  if (past.state.status === 'ERASED') {
    await deps.vault.erase(userId);
    return null;
  }
  const givenUpIn = await revisionOfGivingUp(deps, lookup, past);
  if (givenUpIn === null) return { userId, past };
  await deps.vault.release(lookup, userId, givenUpIn);
  const holder = await deps.vault.find(lookup);
  if (holder === null) return null;
  return holder === userId ? { userId, past } : { userId: holder, past: await readPast(deps, user, holder) };
};

/** The revision that ended the id's use; null if it is current or never was the user's. */
const revisionOfGivingUp = async (
  deps: UserIdsDeps,
  lookup: Lookup,
  { events }: Past<UserState>,
): Promise<number | null> => {
  let isHeld = false;
  let givenUpIn: number | null = null;
  for (const { revision, ...event } of events) {
    const value = await valueAfter(deps, lookup, event as unknown as UserEvent);
    if (value === undefined) continue;
    if (value === lookup.value) givenUpIn = null;
    else if (isHeld) givenUpIn = revision;
    isHeld = value === lookup.value;
  }
  return givenUpIn;
};

const valueAfter = async (
  { vault }: UserIdsDeps,
  lookup: Lookup,
  event: UserEvent,
): Promise<string | null | undefined> => {
  if (lookup.kind === 'WALLET') {
    const wallet = walletAfter(event);
    return wallet && walletLookup(lookup, wallet).value;
  }
  const sealed = externalIdAfter(event);
  return sealed && vault.open(sealed);
};

export const walletAfter = (event: UserEvent): Wallet | null | undefined => {
  if (event.type === 'UserRegistered' || event.type === 'WalletLinked') return event.data.wallet;
  return event.type === 'WalletChanged' ? event.data.after : undefined;
};

export const externalIdAfter = (event: UserEvent) => {
  if (event.type === 'UserRegistered') return event.data.externalUserId;
  return event.type === 'ExternalIdChanged' ? event.data.after : undefined;
};

const USER_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export const mayBeUserId = (text: string): boolean => USER_ID.test(text);

/** An external id must not equal a userId: token requests accept both. Refuses VALIDATION_ERROR. */
export const refuseUserId = async (
  { eventStore }: Pick<UserIdsDeps, 'eventStore'>,
  { partnerId, mode }: UserScope,
  externalUserId: string,
): Promise<void> => {
  if (!mayBeUserId(externalUserId)) return;
  const state = await stateOf(eventStore, user, externalUserId);
  if ('kyc' in state && state.partnerId === partnerId && state.mode === mode) {
    throw invalidField('externalUserId', 'is the userId of a user');
  }
};
