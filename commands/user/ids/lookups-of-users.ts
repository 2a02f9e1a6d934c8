import { START } from '../../../aggregates/events';
import type { Sealed } from '../../../aggregates/sealed';
import { streamNameOf } from '../../../aggregates/stream';
import { isStreamFault } from '../../../aggregates/stream-fault';
import type { UserEvent, Wallet } from '../../../aggregates/user/events';
import { user } from '../../../aggregates/user/user';
import { stateOf } from '../../handling/reading/read-stream';
import type { EventStore } from '../../ports/event-store';
import type { KeyVault, Lookup } from '../../ports/key-vault';
import { externalIdLookup, type UserScope, walletLookup } from './user-ids';

export interface LookupsOfUsersDeps {
  readonly eventStore: Pick<EventStore, 'readAll' | 'readStream'>;
  readonly vault: Pick<KeyVault, 'open'>;
}

const NAMING = ['UserRegistered', 'WalletLinked', 'WalletChanged', 'ExternalIdChanged'];

interface Naming {
  readonly userId: string;
  readonly wallet: Wallet | null;
  readonly externalUserId: Sealed | null;
}

/** In the log's order, also given-up and repeated ids; none of erased users or of unreliable streams. */
export async function* lookupsOfUsers(deps: LookupsOfUsersDeps): AsyncGenerator<Lookup> {
  for await (const recorded of deps.eventStore.readAll(START, { typePrefixes: NAMING })) {
    const event = recorded as unknown as UserEvent;
    const naming = namingOf(event);
    if (naming === null || recorded.stream !== streamNameOf(user, naming.userId)) continue;
    const scope = event.type === 'UserRegistered' ? event.data : await scopeOf(deps, naming.userId);
    if (scope === null) continue;
    if (naming.wallet !== null) yield walletLookup(scope, naming.wallet);
    const opened = naming.externalUserId === null ? null : await deps.vault.open(naming.externalUserId);
    if (opened !== null) yield externalIdLookup(scope, opened);
  }
}

const namingOf = (event: UserEvent): Naming | null => {
  if (event.type === 'UserRegistered') return event.data;
  if (event.type === 'ExternalIdChanged') {
    return { userId: event.data.userId, wallet: null, externalUserId: event.data.after };
  }
  if (event.type === 'WalletLinked') {
    return { userId: event.data.userId, wallet: event.data.wallet, externalUserId: null };
  }
  if (event.type !== 'WalletChanged') return null;
  return { userId: event.data.userId, wallet: event.data.after, externalUserId: null };
};

const scopeOf = async ({ eventStore }: LookupsOfUsersDeps, userId: string): Promise<UserScope | null> => {
  try {
    const state = await stateOf(eventStore, user, userId);
    return 'kyc' in state ? state : null;
  } catch (error) {
    if (isStreamFault(error)) return null;
    throw error;
  }
};
