import { rejection } from '../../../aggregates/rejection';
import { normalEmail } from '../../handling/normal-email';
import { sha256Hex } from '../../handling/secrets';
import { type ExpiringLink, type KeepLinkDeps, keepLink, type SignInLinks } from '../../handling/sign-in-links';
import type { ExpiringValues } from '../../ports/expiring-values';
import type { KeyVault } from '../../ports/key-vault';
import type { FindMemberships, Membership } from '../../ports/memberships';
import { emailLookup } from './email';
import type { LinkSender } from './link-sender';

/** Ten minutes. */
export const MEMBER_LINK_TTL_SECONDS = 600;

/** Links per address and caller's network within the lifetime of a link. */
const MOST_OF_CALLER = 3;
/** Links per address within the lifetime of a link, by whichever caller. */
const MOST_OF_MAILBOX = 10;

export interface KeptMemberLink extends ExpiringLink {
  readonly memberId: string;
}

export interface SendLinkDeps extends KeepLinkDeps {
  readonly expiring: Pick<ExpiringValues, 'put' | 'count'>;
  readonly vault: Pick<KeyVault, 'find'>;
  readonly memberships: FindMemberships;
  /** Null: no mail can be sent. */
  readonly linkSender: LinkSender | null;
  readonly instance: { readonly id: string };
  /** The address of the dashboard, with a slash at its end. */
  readonly dashboardUrl: string;
}

export interface LinkAsked {
  readonly email: string;
  readonly caller: string;
}

/** The answer is the same for an address of no member: seconds to wait, or null. Refuses PROVIDER_NOT_CONFIGURED. */
export const sendMemberLink =
  (deps: SendLinkDeps) =>
  async ({ email, caller }: LinkAsked): Promise<{ readonly waitSeconds: number | null }> => {
    const { linkSender, expiring } = deps;
    if (linkSender === null) throw rejection('PROVIDER_NOT_CONFIGURED', 'The delivery of links is not configured');
    const address = normalEmail(email);
    const mailbox = `member-link-asked:${sha256Hex(address)}`;
    const asked = await expiring.count(`${mailbox}:${caller}`, MEMBER_LINK_TTL_SECONDS);
    if (asked > MOST_OF_CALLER) return { waitSeconds: MEMBER_LINK_TTL_SECONDS };
    const ofMailbox = await expiring.count(mailbox, MEMBER_LINK_TTL_SECONDS);
    const memberId = (await deps.vault.find(emailLookup(address))) ?? '';
    const isMember = (await deps.memberships(memberId)).length > 0;
    // Stored in any case, so that the work is the same; a link for no member signs in nobody.
    const { token, expiresAt } = await keepLink(deps, 'member-link', { memberId }, MEMBER_LINK_TTL_SECONDS);
    const link = `${deps.dashboardUrl}#${token}`;
    if (isMember && ofMailbox <= MOST_OF_MAILBOX)
      linkSender.sendLink({ destination: address, link, instanceId: deps.instance.id, expiresAt });
    return { waitSeconds: null };
  };

export interface LinkDeps {
  readonly links: SignInLinks<KeptMemberLink>;
  readonly memberships: FindMemberships;
}

export interface MemberLink {
  readonly memberships: readonly Membership[];
  readonly expiresAt: string | null;
}

/** Does not use the link. Refuses LINK_NOT_VALID. */
export const lookAtMemberLink =
  (deps: LinkDeps) =>
  async (token: string): Promise<MemberLink> =>
    opened(deps, await deps.links.find(token));

/** Uses the link unless it is standing. Refuses LINK_NOT_VALID. */
export const takeMemberLink = async (deps: LinkDeps, token: string): Promise<MemberLink> =>
  opened(deps, await deps.links.take(token));

const opened = async ({ memberships }: LinkDeps, kept: KeptMemberLink | null): Promise<MemberLink> => {
  const found = kept === null ? [] : await memberships(kept.memberId);
  if (kept === null || found.length === 0) throw rejection('LINK_NOT_VALID', NOT_VALID);
  return { memberships: found, expiresAt: kept.expiresAt };
};

const NOT_VALID = 'The link was used, has expired, or belongs to a removed member: request another link';
