import { rejection } from '../../../aggregates/rejection';
import { sha256Hex } from '../../handling/secrets';
import type { Clock } from '../../ports/clock';
import type { ExpiringValues } from '../../ports/expiring-values';
import type { Ids } from '../../ports/ids';
import type { KeyVault } from '../../ports/key-vault';
import type { FindMemberships, Membership } from '../../ports/memberships';
import { emailLookup, normalEmail } from './email';
import type { LinkSender } from './link-sender';

/** Ten minutes (design: console, section 2). */
export const MEMBER_LINK_TTL_SECONDS = 600;

/** Links per address and caller's network within the lifetime of a link. */
const MOST_OF_CALLER = 3;
/** Links per address within the lifetime of a link, by whichever caller. */
const MOST_OF_MAILBOX = 10;

export interface KeptMemberLink {
  readonly memberId: string;
  /** Null: it stands until its keeper ends. */
  readonly expiresAt: string | null;
}

export type StandingMemberLinks = ReadonlyMap<string, KeptMemberLink>;

export interface SendLinkDeps {
  readonly clock: Clock;
  readonly ids: Ids;
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

const keyOf = (tokenHash: string): string => `member-link:${tokenHash}`;

/** The answer is the same for an address of no member: seconds to wait, or null. Refuses PROVIDER_NOT_CONFIGURED. */
export const sendMemberLink =
  (deps: SendLinkDeps) =>
  async ({ email, caller }: LinkAsked): Promise<{ readonly waitSeconds: number | null }> => {
    const { linkSender, expiring } = deps;
    if (linkSender === null) throw rejection('PROVIDER_NOT_CONFIGURED', 'No way of sending links is configured');
    const address = normalEmail(email);
    const mailbox = `member-link-asked:${sha256Hex(address)}`;
    const asked = await expiring.count(`${mailbox}:${caller}`, MEMBER_LINK_TTL_SECONDS);
    if (asked > MOST_OF_CALLER) return { waitSeconds: MEMBER_LINK_TTL_SECONDS };
    const ofMailbox = await expiring.count(mailbox, MEMBER_LINK_TTL_SECONDS);
    const memberId = (await deps.vault.find(emailLookup(address))) ?? '';
    const isMember = (await deps.memberships(memberId)).length > 0;
    const expiresAt = new Date(deps.clock.now() + MEMBER_LINK_TTL_SECONDS * 1_000).toISOString();
    // Kept in any case, so that the work is the same; a link of nobody signs in nobody.
    const token = await keepLink(deps, { memberId, expiresAt });
    const link = `${deps.dashboardUrl}#${token}`;
    if (isMember && ofMailbox <= MOST_OF_MAILBOX)
      linkSender.sendLink({ destination: address, link, instanceId: deps.instance.id, expiresAt });
    return { waitSeconds: null };
  };

const keepLink = async ({ ids, expiring }: SendLinkDeps, kept: KeptMemberLink): Promise<string> => {
  const token = ids.hex(32);
  await expiring.put(keyOf(sha256Hex(token)), JSON.stringify(kept), MEMBER_LINK_TTL_SECONDS);
  return token;
};

export interface LinkDeps {
  readonly clock: Clock;
  readonly expiring: Pick<ExpiringValues, 'read' | 'take'>;
  readonly standing: StandingMemberLinks;
  readonly memberships: FindMemberships;
}

export interface MemberLink {
  readonly memberships: readonly Membership[];
  readonly expiresAt: string | null;
}

/** Leaves the link as it is. Refuses LINK_NOT_VALID. */
export const lookAtMemberLink =
  (deps: LinkDeps) =>
  async (token: string): Promise<MemberLink> =>
    opened(deps, read(deps, sha256Hex(token), await deps.expiring.read(keyOf(sha256Hex(token)))));

/** Uses the link up, unless it stands. Refuses LINK_NOT_VALID. */
export const takeMemberLink = async (deps: LinkDeps, token: string): Promise<MemberLink> => {
  const tokenHash = sha256Hex(token);
  const value = await deps.expiring.read(keyOf(tokenHash));
  const isTaken = value !== null && (await deps.expiring.take(keyOf(tokenHash), value));
  return opened(deps, read(deps, tokenHash, isTaken ? value : null));
};

const read = ({ standing }: LinkDeps, tokenHash: string, value: string | null): KeptMemberLink | null =>
  standing.get(tokenHash) ?? (value === null ? null : (JSON.parse(value) as KeptMemberLink));

const opened = async ({ clock, memberships }: LinkDeps, kept: KeptMemberLink | null): Promise<MemberLink> => {
  const isGood = kept !== null && (kept.expiresAt === null || clock.now() < Date.parse(kept.expiresAt));
  const found = isGood ? await memberships(kept.memberId) : [];
  if (!isGood || found.length === 0) throw rejection('LINK_NOT_VALID', NOT_VALID);
  return { memberships: found, expiresAt: kept.expiresAt };
};

const NOT_VALID = 'The link was used, has run out, or is for a person who is no member any more; ask for another one';
