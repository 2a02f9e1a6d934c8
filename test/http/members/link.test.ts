import request from 'supertest';
import { systemContext } from '../../../commands/handling/context';
import { removeMember } from '../../../commands/partner/members/change-member';
import { MEMBER_LINK_TTL_SECONDS } from '../../../commands/partner/members/sign-in-link';
import { expectInvalid, expectLimited, expectProblem } from '../expect-problem';
import { createWorld, type HttpWorld, type Partner } from '../world';
import { cookieIn, get, inviteTo, MEMBER_COOKIE, OWN_PAGE, withMail } from './member-world';

let world: HttpWorld;
let partner: Partner;
beforeAll(async () => {
  world = await createWorld();
  partner = await world.partner();
});
afterAll(() => world.close());

const SESSION = '/api/v1/session';

const opened = () => {
  const { members, ...mail } = withMail(world);
  const app = world.appWith({ members });
  const post = (path: string, body: object, headers: Readonly<Record<string, string>> = OWN_PAGE) =>
    request(app).post(`${SESSION}${path}`).set(headers).send(body);
  return { ...mail, post };
};

const eventsOf = async ({ partnerId }: Partner) =>
  (await world.eventStore.readStream(`members-${partnerId}`)).map(({ type, metadata }) => [type, metadata.actor.kind]);

describe('a link', () => {
  it('is sent to a member alone, with the same answer for every address', async () => {
    const { email } = await inviteTo(world, partner, 'viewer');
    const { sent, post } = opened();
    const answers = [
      await post('/link', { email: email.toUpperCase() }),
      await post('/link', { email: 'nobody@example.com' }),
    ];
    expect(answers.map(({ status, body }) => [status, body.data])).toEqual([
      [200, { sent: true }],
      [200, { sent: true }],
    ]);
    expect(sent.map(({ destination }) => destination)).toEqual([email]);
    expect(sent[0]?.link).toMatch(/^http:\/\/dashboard\.example\/dashboard\/#[0-9a-f]{64}$/);
  });

  it('is sent three times within its lifetime to one caller', async () => {
    const { email } = await inviteTo(world, partner, 'viewer');
    const { sent, post } = opened();
    for (let asked = 0; asked < 3; asked += 1) expect((await post('/link', { email })).status).toBe(200);
    expectLimited(await post('/link', { email }), MEMBER_LINK_TTL_SECONDS);
    expect(sent).toHaveLength(3);
  });

  it('is sent ten times within its lifetime to one address, with the same answer afterwards', async () => {
    const { email } = await inviteTo(world, partner, 'viewer');
    const { sent, members } = withMail(world);
    for (let caller = 0; caller < 11; caller += 1)
      expect(await members.sendLink({ email, caller: `${caller}` })).toEqual({ waitSeconds: null });
    expect(sent).toHaveLength(10);
  });

  it('signs in no removed member whose row is out of date', async () => {
    const own = await world.partner();
    const person = await inviteTo(world, own, 'viewer');
    const { post, lastToken } = opened();
    await post('/link', { email: person.email });
    await removeMember({ ...world.ports, sessions: { removeOf: async () => undefined } })(
      { ...own, ...person },
      systemContext('test', world.deps.ids.uuid(), 'test'),
    );
    expectProblem(await post('', { token: lastToken() }), 422, 'LINK_NOT_VALID');
  });

  it('shows the person without a change, and signs in once', async () => {
    const own = await world.partner();
    const { email, memberId } = await inviteTo(world, own, 'owner');
    const { post, lastToken } = opened();
    await post('/link', { email });
    const token = lastToken();
    const seen = await post('/look', { token });
    expect(seen.body.data).toMatchObject({
      ...{ email, instance: 'lastro' },
      partners: [{ partnerId: own.partnerId, name: 'Acme', role: 'owner' }],
    });
    expect([cookieIn(seen), await eventsOf(own)]).toEqual(['', [['PartnerMemberInvited', 'system']]]);
    const signedIn = await post('', { token });
    expect([signedIn.status, signedIn.headers['set-cookie']]).toEqual([
      201,
      [expect.stringMatching(new RegExp(`^${MEMBER_COOKIE}=[0-9a-f]{64}; Path=/; HttpOnly; SameSite=Lax$`))],
    ]);
    expect((await eventsOf(own))[1]).toEqual(['PartnerMemberJoined', 'member']);
    for (const path of ['', '/look']) expectProblem(await post(path, { token }), 422, 'LINK_NOT_VALID');
    const session = await get(world, SESSION, cookieIn(signedIn));
    expect(session.body.data).toMatchObject({ memberId, email, permissions: { live: expect.any(Array) } });
  });

  it('makes one session at two simultaneous uses, and expires after ten minutes', async () => {
    const { email } = await inviteTo(world, partner, 'viewer');
    const { post, lastToken } = opened();
    await post('/link', { email });
    const [first, second] = [post('', { token: lastToken() }), post('', { token: lastToken() })];
    expect((await Promise.all([first, second])).map(({ status }) => status).sort()).toEqual([201, 422]);
    await post('/link', { email });
    world.clock.advance(MEMBER_LINK_TTL_SECONDS * 1_000);
    expectProblem(await post('', { token: lastToken() }), 422, 'LINK_NOT_VALID');
  });

  it('lets a member of two partners choose', async () => {
    const other = await world.partner();
    const { email, memberId } = await inviteTo(world, partner, 'viewer');
    expect((await inviteTo(world, other, 'owner', email)).memberId).toBe(memberId);
    const { post, lastToken } = opened();
    await post('/link', { email });
    const token = lastToken();
    expectInvalid(await post('', { token }), ['partnerId']);
    expectInvalid(await post('', { token, partnerId: (await world.partner()).partnerId }), ['partnerId']);
    const signedIn = await post('', { token, partnerId: other.partnerId });
    expect(signedIn.body.data.partner).toMatchObject({ partnerId: other.partnerId, role: 'owner' });
  });

  it.each([
    ['another site', { 'Sec-Fetch-Site': 'cross-site' }],
    ['an old browser with another origin', { Origin: 'https://evil.example' }],
    ['a browser that says nothing', {}],
  ])('is refused from %s', async (_from, headers) => {
    const { post } = opened();
    const token = '0'.repeat(64);
    for (const [path, body] of [
      ['/link', { email: 'a@b.example' }],
      ['/look', { token }],
      ['', { token }],
    ] as const)
      expectProblem(await post(path, body, headers), 403, 'OTHER_ORIGIN');
  });

  it('accepts the own origin from an old browser', async () => {
    const { post } = opened();
    const answer = await post('/link', { email: 'x@example.com' }, { Origin: 'http://dashboard.example' });
    expect(answer.status).toBe(200);
  });

  it.each([
    'no address',
    'a b@example.com',
    '"a"@example.com',
    'a@b@c',
    'x,ana@example.com',
    'x<ana@example.com>',
    'x:ana@example.com;',
    '(x)ana@example.com',
  ])('is refused for the address %s', async (email) =>
    expectInvalid(await opened().post('/link', { email }), ['email']));
});
