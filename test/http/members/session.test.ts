import { systemContext } from '../../../commands/handling/context';
import { removeMember } from '../../../commands/partner/members/change-member';
import { MEMBER_IDLE_MS, MEMBER_LONGEST_MS } from '../../../commands/partner/members/sessions';
import type { OwnSession } from '../../../src/http/session/session.dto';
import { expectInvalid, expectProblem } from '../expect-problem';
import { createWorld, type HttpWorld, type Partner } from '../world';
import { get, inviteTo, MEMBER_COOKIE, memberCookie, remove, signedInAs } from './member-world';

let world: HttpWorld;
let partner: Partner;
beforeAll(async () => {
  world = await createWorld();
  partner = await world.partner();
});
afterAll(() => world.close());

const SESSION = '/api/v1/session';

describe('a session', () => {
  it('is listed for its person alone, ended by its person, and in the log', async () => {
    const person = await inviteTo(world, partner, 'viewer');
    const [first, second] = [await signedInAs(world, partner, person), await signedInAs(world, partner, person)];
    const own = await get(world, `${SESSION}/own`, first);
    expect(own.body.data.map(({ isCurrent }: OwnSession) => isCurrent).sort()).toEqual([false, true]);
    const { memberSessionId } = own.body.data.find(({ isCurrent }: OwnSession) => !isCurrent);
    const end = (cookie: string) => remove(world, `${SESSION}/own/${memberSessionId}`, cookie);
    const other = await memberCookie(world, partner, 'owner');
    expectProblem(await end(other), 404, 'NOT_FOUND');
    expect((await get(world, `${SESSION}/own`, other)).body.data).toHaveLength(1);
    expect((await end(first)).status).toBe(200);
    expectProblem(await end(first), 404, 'NOT_FOUND');
    expectProblem(await get(world, SESSION, second), 401, 'UNAUTHORIZED');
    expect((await get(world, SESSION, first)).status).toBe(200);
    const month = `console-${person.memberId}:${world.clock.iso().slice(0, 7)}`;
    const events = await world.eventStore.readStream(month);
    expect(events.map(({ type, metadata: { actor, partnerId } }) => [type, actor.kind, partnerId])).toEqual(
      ['MemberSignedIn', 'MemberSignedIn', 'MemberSignedOut'].map((type) => [type, 'member', partner.partnerId]),
    );
    expect(events.at(-1)?.data).toMatchObject({ memberSessionId, memberId: person.memberId });
    expect(JSON.stringify(events.map(({ data, metadata }) => [data, metadata]))).not.toContain(second.split('=')[1]);
  });

  it('answers the allowed addresses of the partner, as they are now', async () => {
    const own = await world.partner();
    const cookie = await memberCookie(world, own, 'viewer');
    const allowed = async () => (await get(world, SESSION, cookie)).body.data.ipAllowlist;
    expect(await allowed()).toEqual([]);
    const terms = { partnerId: own.partnerId, ipAllowlist: ['192.0.2.0/24'] };
    await world.service.changePartnerTerms(terms, systemContext('test', world.deps.ids.uuid(), 'test'));
    expect(await allowed()).toEqual(['192.0.2.0/24']);
  });

  it('ends by signing out', async () => {
    const cookie = await memberCookie(world, partner, 'viewer');
    expect((await remove(world, SESSION, cookie)).status).toBe(200);
    expectProblem(await get(world, SESSION, cookie), 401, 'UNAUTHORIZED');
  });

  it('ends at once when the partner is suspended, and stays ended', async () => {
    const own = await world.partner();
    const cookie = await memberCookie(world, own, 'owner');
    const change = (what: 'SuspendPartner' | 'ReinstatePartner') =>
      world.service.changePartnerStanding(
        { partnerId: own.partnerId, change: what, reason: 'test' },
        systemContext('test', world.deps.ids.uuid(), 'test'),
      );
    await change('SuspendPartner');
    expectProblem(await get(world, SESSION, cookie), 401, 'UNAUTHORIZED');
    await change('ReinstatePartner');
    await world.project();
    expectProblem(await get(world, SESSION, cookie), 401, 'UNAUTHORIZED');
  });

  it('stays ended after another invitation of a removed member', async () => {
    const own = await world.partner();
    const person = await inviteTo(world, own, 'viewer');
    const cookie = await signedInAs(world, own, person);
    const context = systemContext('test', world.deps.ids.uuid(), 'test');
    // As after a crash between the event and the removal of the session.
    const removeFrom = removeMember({ ...world.ports, sessions: { removeOf: async () => undefined } });
    await removeFrom({ ...own, ...person }, context);
    world.clock.advance(1);
    await inviteTo(world, own, 'owner', person.email);
    expectProblem(await get(world, SESSION, cookie), 401, 'UNAUTHORIZED');
  });

  it('ends after 8 hours without a request, and after 12 hours of use', async () => {
    const [idle, used] = [await memberCookie(world, partner, 'viewer'), await memberCookie(world, partner, 'viewer')];
    world.clock.advance(MEMBER_IDLE_MS - 1);
    expect((await get(world, SESSION, used)).status).toBe(200);
    world.clock.advance(1);
    expectProblem(await get(world, SESSION, idle), 401, 'UNAUTHORIZED');
    expect((await get(world, SESSION, used)).status).toBe(200);
    world.clock.advance(MEMBER_LONGEST_MS - MEMBER_IDLE_MS);
    expectProblem(await get(world, SESSION, used), 401, 'UNAUTHORIZED');
  });

  it.each([
    ['of another instance', (cookie: string) => cookie.replace(MEMBER_COOKIE, 'lastro-partner-other')],
    ['of an operator', (cookie: string) => cookie.replace(MEMBER_COOKIE, 'lastro-ops-lastro')],
    ['given twice', (cookie: string) => `${cookie}; ${cookie}`],
    ['of another token', () => `${MEMBER_COOKIE}=${'0'.repeat(64)}`],
  ])('is not found by a cookie %s', async (_what, change) => {
    const cookie = await memberCookie(world, partner, 'viewer');
    expectProblem(await get(world, SESSION, change(cookie)), 401, 'UNAUTHORIZED');
  });

  it('reads the mode of the header, and refuses an unknown mode', async () => {
    const live = await world.partner('live');
    const cookie = await memberCookie(world, live, 'viewer');
    const keys = '/api/v1/partners/me/api-keys';
    expect((await get(world, keys, cookie, 'live')).body.data).toHaveLength(1);
    expect((await get(world, keys, cookie)).body.data).toHaveLength(0);
    expectInvalid(await get(world, keys, cookie, 'test' as 'live'), ['X-Mode']);
  });

  it('is not read when the header has a credential', async () => {
    const cookie = await memberCookie(world, partner, 'viewer');
    const answer = await get(world, '/api/v1/partners/me/api-keys', cookie).set('Authorization', 'Bearer x');
    expectProblem(answer, 401, 'UNAUTHORIZED');
  });
});
