import type { Position } from '../../../aggregates/events';
import type { MemberRole } from '../../../aggregates/members/events';
import { members } from '../../../aggregates/members/members';
import { partner } from '../../../aggregates/partner/partner';
import { rejection } from '../../../aggregates/rejection';
import type { CommandContext } from '../../handling/context';
import { handle } from '../../handling/handle';
import { normalEmail } from '../../handling/normal-email';
import { stateOf } from '../../handling/reading/read-stream';
import type { HandleDeps } from '../../handling/request';
import type { Ids } from '../../ports/ids';
import type { KeyVault } from '../../ports/key-vault';
import { emailLookup } from './email';

export interface InviteMember {
  readonly partnerId: string;
  readonly email: string;
  readonly role: MemberRole;
}

export interface InvitedMember {
  readonly memberId: string;
  readonly invitedAt: string;
  readonly position: Position | null;
}

/** Repeatable. Refuses NOT_FOUND, PARTNER_INACTIVE, WRONG_STATE for a member with another role, LIMIT_EXCEEDED. */
export const inviteMember =
  (deps: HandleDeps & { readonly ids: Ids; readonly vault: Pick<KeyVault, 'claim' | 'seal'> }) =>
  async ({ partnerId, email, role }: InviteMember, context: CommandContext): Promise<InvitedMember> => {
    await mustBeActive(deps, partnerId);
    const address = normalEmail(email);
    const memberId = await deps.vault.claim(emailLookup(address), deps.ids.uuid());
    const sealed = await deps.vault.seal(memberId, address);
    const invitedAt = deps.clock.iso();
    const invited = { partnerId, memberId, email: sealed, role, invitedAt };
    const { position } = await handle(deps, members, {
      id: partnerId,
      context,
      command: { type: 'InviteMember', invited },
    });
    return { memberId, invitedAt, position };
  };

const mustBeActive = async ({ eventStore }: HandleDeps, partnerId: string): Promise<void> => {
  const { status } = await stateOf(eventStore, partner, partnerId);
  if (status === 'NONE') throw rejection('NOT_FOUND', 'No such partner');
  if (status !== 'ACTIVE') throw rejection('PARTNER_INACTIVE', 'The partner is not active');
};
