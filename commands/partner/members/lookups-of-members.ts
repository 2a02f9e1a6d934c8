import { START } from '../../../aggregates/events';
import type { MemberEvent } from '../../../aggregates/members/events';
import { members } from '../../../aggregates/members/members';
import { streamNameOf } from '../../../aggregates/stream';
import type { EventStore } from '../../ports/event-store';
import type { KeyVault, Lookup } from '../../ports/key-vault';
import { emailLookup } from './email';

export interface LookupsOfMembersDeps {
  readonly eventStore: Pick<EventStore, 'readAll'>;
  readonly vault: Pick<KeyVault, 'open'>;
}

/** E-mail addresses of members in the log's order; none of erased members or of unreliable streams. */
export async function* lookupsOfMembers({ eventStore, vault }: LookupsOfMembersDeps): AsyncGenerator<Lookup> {
  for await (const recorded of eventStore.readAll(START, { typePrefixes: ['PartnerMemberInvited'] })) {
    const { type, data } = recorded as unknown as MemberEvent;
    if (type !== 'PartnerMemberInvited' || recorded.stream !== streamNameOf(members, data.partnerId)) continue;
    const address = await vault.open(data.email);
    if (address !== null) yield emailLookup(address);
  }
}
