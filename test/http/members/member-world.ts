import request, { type Response, type Test } from 'supertest';
import type { MemberRole } from '../../../aggregates/members/events';
import { systemContext } from '../../../commands/handling/context';
import { inviteMember } from '../../../commands/partner/members/invite-member';
import type { SignInMail } from '../../../commands/partner/members/link-sender';
import { sendMemberLink } from '../../../commands/partner/members/sign-in-link';
import { membershipsIn } from '../../../src/reads/memberships';
import type { HttpWorld, Partner } from '../world';

export const MEMBER_COOKIE = 'lastro-partner-lastro';
/** Headers of a request by a page of the dashboard. */
export const OWN_PAGE = { 'Sec-Fetch-Site': 'same-origin' } as const;

/** An address that nobody else has. */
const emailOf = ({ deps }: HttpWorld): string => `${deps.ids.uuid()}@example.com`;

const tokenIn = ({ link }: SignInMail): string => link.slice(link.indexOf('#') + 1);

/** The member deps of the world, with mail that is kept. */
export const withMail = (world: HttpWorld) => {
  const sent: SignInMail[] = [];
  const linkSender = { sendLink: (message: SignInMail) => void sent.push(message) };
  const memberships = membershipsIn(world.ports.query);
  const dashboardUrl = 'http://dashboard.example/dashboard/';
  const sendLink = sendMemberLink({ ...world.ports, memberships, linkSender, dashboardUrl });
  return { sent, members: { ...world.deps.members, sendLink }, lastToken: () => tokenIn(sent.at(-1) as SignInMail) };
};

export interface InvitedPerson {
  readonly memberId: string;
  readonly email: string;
}

export const inviteTo = async (
  world: HttpWorld,
  { partnerId }: Pick<Partner, 'partnerId'>,
  role: MemberRole,
  email: string = emailOf(world),
): Promise<InvitedPerson> => {
  const context = { ...systemContext('test', world.deps.ids.uuid(), 'test'), partnerId };
  const { memberId } = await inviteMember(world.ports)({ partnerId, email, role }, context);
  await world.project();
  return { memberId, email };
};

/** `name=value` of the answer's only cookie. */
export const cookieIn = ({ headers }: Response): string => {
  const [cookie = '', ...others] = ([] as string[]).concat(headers['set-cookie'] ?? []);
  if (others.length > 0) throw new Error('an answer sets two cookies');
  return cookie.split(';', 1)[0] ?? '';
};

/** The cookie of a new session of a new member. */
export const memberCookie = async (world: HttpWorld, partner: Partner, role: MemberRole): Promise<string> =>
  signedInAs(world, partner, await inviteTo(world, partner, role));

export const signedInAs = async (world: HttpWorld, partner: Partner, { email }: InvitedPerson): Promise<string> => {
  const { sent, members, lastToken } = withMail(world);
  await members.sendLink({ email, caller: email });
  if (sent.length !== 1) throw new Error('no link was sent');
  const asked = { token: lastToken(), partnerId: partner.partnerId };
  const from = { address: '127.0.0.1', browser: 'test', requestId: 'test' };
  const { token } = await members.signIn({ ...asked, from });
  await world.project();
  return `${MEMBER_COOKIE}=${token}`;
};

const shared = new WeakMap<HttpWorld, Map<string, Promise<string>>>();

/** The same session at each question; a partner has at most 100 members. */
export const sharedCookie = (world: HttpWorld, partner: Partner, role: MemberRole): Promise<string> => {
  const cookies = shared.get(world) ?? new Map<string, Promise<string>>();
  shared.set(world, cookies);
  const name = `${partner.partnerId} ${role}`;
  const cookie = cookies.get(name) ?? memberCookie(world, partner, role);
  cookies.set(name, cookie);
  return cookie;
};

/** A member's is a cookie of the dashboard's page; any other stands in the header. */
export const credentialHeaders = (credential: string): Record<string, string> =>
  credential.startsWith(`${MEMBER_COOKIE}=`)
    ? { ...OWN_PAGE, Cookie: credential }
    : { Authorization: `Bearer ${credential}` };

/** A request of the dashboard's page. */
export const byMember = (asked: Test, cookie: string, mode: 'live' | 'sandbox' = 'sandbox'): Test =>
  asked.set({ ...OWN_PAGE, Cookie: cookie, 'X-Mode': mode });

export const get = (world: HttpWorld, path: string, cookie: string, mode?: 'live' | 'sandbox'): Test =>
  byMember(request(world.app).get(path), cookie, mode);

export const remove = (world: HttpWorld, path: string, cookie: string) =>
  request(world.app)
    .delete(path)
    .set({ ...OWN_PAGE, Cookie: cookie });
