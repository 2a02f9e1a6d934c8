import { type Command, Option } from 'commander';
import { MEMBER_ROLES, type MemberRole } from '../../../../aggregates/members/events';
import { inviteMember } from '../../../../commands/partner/members/invite-member';
import { inSession, type OperatorOptions, operatorContext, print, untilApplied, withOperator } from '../operator';

export const addInvitation = (partner: Command): void => {
  withOperator(partner.command('invite <partnerId>'))
    .description('invite a person to the dashboard of a partner; the page /dashboard sends a link by e-mail')
    .requiredOption('--email <address>', 'the address of the person')
    .addOption(new Option('--role <role>', 'of the member').choices(MEMBER_ROLES).default('owner'))
    .action(invite);
};

type Invitation = OperatorOptions & { readonly email: string; readonly role: MemberRole };

const invite = async (partnerId: string, options: Invitation): Promise<void> =>
  inSession(async (session) => {
    const { email, role } = options;
    const context = { ...(await operatorContext(session, options, 'administer')), partnerId };
    const { memberId, position } = await inviteMember(session.adapters.ports)({ partnerId, email, role }, context);
    await untilApplied(session, position);
    print(options.json, { partnerId, memberId, role, changed: position !== null }, [
      position === null ? `${memberId}: already a member` : `${memberId}: invited as ${role}`,
    ]);
  });
