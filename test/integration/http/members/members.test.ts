import request from 'supertest';
import { MEMBER_ROLES, type MemberRole } from '../../../../aggregates/members/events';
import { isMemberPermission, memberMayDo } from '../../../../aggregates/members/permissions';
import { expectEveryRow } from '../../../every-row';
import { expectProblem } from '../../../http/expect-problem';
import { byMember, get, inviteTo, memberCookie, withMail } from '../../../http/members/member-world';
import { api } from '../../../http/public/document';
import { createWorld, type HttpWorld, type Partner } from '../../../http/world';

let world: HttpWorld;
let partner: Partner;
const cookies = {} as Record<MemberRole, string>;
beforeAll(async () => {
  world = await createWorld();
  partner = await world.partner();
  for (const role of MEMBER_ROLES) cookies[role] = await memberCookie(world, partner, role);
});
afterAll(() => world.close());

const MEMBERS = '/api/v1/partners/me/members';
const found = async (cookie: string, role: MemberRole): Promise<{ readonly memberId: string }> =>
  (await get(world, MEMBERS, cookie)).body.data.find((member: { role: MemberRole }) => member.role === role);

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

const rowsOf = (scope: string) =>
  Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { security = [] }]) => {
      const scopes = security.find((each) => scope in each)?.[scope] as readonly string[] | undefined;
      return scopes === undefined ? [] : [{ name: `${method} ${path}`, path, method: method as Method, scopes }];
    }),
  );

const ask = ({ method, path }: { method: Method; path: string }) =>
  request(world.app)[method](path.replace(/\{\w+\}/g, 'nothing'));

describe('members on every route', () => {
  const rows = rowsOf('member').filter(({ name }) => name !== 'delete /api/v1/session');

  it.each(
    MEMBER_ROLES,
  )('the role %s may do exactly what the table of permissions says, in both modes', async (role) => {
    expect(rows.length).toBeGreaterThan(40);
    await expectEveryRow(
      rows,
      ({ name }) => name,
      async (row) => {
        const permission = row.scopes.find(isMemberPermission);
        if (permission === undefined) throw new Error('the route names no permission');
        for (const mode of ['live', 'sandbox'] as const) {
          // Routes of the simulated world are not there in live mode.
          if (mode === 'live' && row.path.includes('/sandbox/')) continue;
          const answer = await byMember(ask(row), cookies[role], mode);
          if (memberMayDo(role, permission, mode)) expect([401, 403]).not.toContain(answer.status);
          else expectProblem(answer, 403, 'ROLE_REQUIRED');
        }
      },
    );
  });

  it('a session cookie from another site changes nothing', () =>
    expectEveryRow(
      rows.filter(({ method }) => method !== 'get'),
      ({ name }) => name,
      async (row) => {
        const answer = await byMember(ask(row), cookies.owner).set('Sec-Fetch-Site', 'cross-site');
        expectProblem(answer, 403, 'OTHER_ORIGIN');
      },
    ));

  it('a session of another partner sees no rows of this one', async () => {
    const stranger = await memberCookie(world, await world.partner(), 'owner');
    expect((await get(world, MEMBERS, stranger)).body.data).toHaveLength(1);
    const { memberId } = await found(cookies.owner, 'viewer');
    const asked = byMember(request(world.app).delete(`${MEMBERS}/${memberId}`), stranger);
    expectProblem(await asked, 404, 'NOT_FOUND');
    expect((await get(world, MEMBERS, cookies.owner)).body.data).toHaveLength(3);
  });

  it('a partner’s API key opens no route of members', () =>
    expectEveryRow(
      rows.filter(({ path }) => path.startsWith(MEMBERS) || path === '/api/v1/session'),
      ({ name }) => name,
      async (row) =>
        expectProblem(await ask(row).set('Authorization', `Bearer ${partner.apiKey}`), 401, 'UNAUTHORIZED'),
    ));
});

it.each([
  ['api-keys', 201, 'ApiKeyIssued'],
  ['rotate-hmac-secret', 200, 'HmacSecretIssued'],
])('a change of %s is refused to a viewer, and recorded under the member', async (path, status, type) => {
  const change = (cookie: string) => byMember(request(world.app).post(`/api/v1/partners/me/${path}`).send({}), cookie);
  expectProblem(await change(cookies.viewer), 403, 'ROLE_REQUIRED');
  expect((await change(cookies.owner)).status).toBe(status);
  const [last] = (await world.eventStore.readStream(`partner-${partner.partnerId}`)).slice(-1);
  const { memberId } = await found(cookies.owner, 'owner');
  expect([last?.type, last?.metadata.actor]).toEqual([type, { kind: 'member', id: memberId }]);
});

describe('members', () => {
  it('change their role on request, and lose their sessions when they are removed', async () => {
    const own = await world.partner();
    const owner = await memberCookie(world, own, 'owner');
    const { sent, members } = withMail(world);
    const app = world.appWith({ members });
    const email = 'Eva@example.com';
    const invited = await byMember(request(app).post(MEMBERS).send({ email, role: 'viewer' }), owner);
    const { memberId } = invited.body.data;
    expect([invited.status, invited.body.data]).toMatchObject([
      201,
      { email: 'eva@example.com', role: 'viewer', status: 'INVITED', joinedAt: null },
    ]);
    expect(sent.map(({ destination }) => destination)).toEqual(['eva@example.com']);
    const changed = await byMember(request(app).patch(`${MEMBERS}/${memberId}`).send({ role: 'developer' }), owner);
    expect(changed.body.data.role).toBe('developer');
    const signedIn = await memberCookie(world, own, 'viewer');
    const { memberId: other } = await found(owner, 'viewer');
    expect((await byMember(request(app).delete(`${MEMBERS}/${other}`), owner)).status).toBe(200);
    expectProblem(await get(world, MEMBERS, signedIn), 401, 'UNAUTHORIZED');
    expect((await get(world, MEMBERS, owner)).body.data).toHaveLength(2);
  });

  it('always include an owner', async () => {
    const own = await world.partner();
    const owner = await memberCookie(world, own, 'owner');
    const [{ memberId }] = (await get(world, MEMBERS, owner)).body.data;
    expectProblem(await byMember(request(world.app).delete(`${MEMBERS}/${memberId}`), owner), 409, 'WRONG_STATE');
  });

  it('have their addresses in no event in plain text', async () => {
    const { email } = await inviteTo(world, partner, 'viewer');
    const events = await world.eventStore.readStream(`members-${partner.partnerId}`);
    expect(
      JSON.stringify(events, (_key, value: unknown) => (typeof value === 'bigint' ? `${value}` : value)),
    ).not.toContain(email);
  });
});
