import type { OpsConsoleSession, OpsListedOperator } from '../../../../src/http/ops/access/access.dto';
import type { OpsTimeline } from '../../../../src/http/ops/payments/timeline.dto';
import type { OpsShownUser } from '../../../../src/http/ops/people/users.dto';
import { expectInvalid, expectProblem } from '../../expect-problem';
import { workOff } from '../../user/pay-on-chain';
import type { Partner, User } from '../../world';
import { askingOf, byKey, expectDocumented } from '../asking';
import { knownUser } from '../known-user';
import { type OpsWorld, OWN_PAGE, sharedOpsWorld } from '../ops-world';

const DOCUMENT = '52998224725';

let ops: OpsWorld;
let partner: Partner;
let user: User;

beforeAll(async () => {
  ops = await sharedOpsWorld();
  ({ partner, user } = await knownUser(ops.world, DOCUMENT));
  await workOff(ops.world);
});

const { get, post } = askingOf(() => ops);
const admin = () => byKey(ops.people.admin);
const auditor = () => byKey(ops.people.auditor);

describe('networks', () => {
  it('are listed with mode and height, and refuse a decision when none is due', async () => {
    const answer = await get('networks');
    expectDocumented('/ops/v1/networks', 'get', answer.body);
    const names = ops.world.ports.catalog.networks.map(({ name }) => name);
    expect(answer.body.data.map(({ network }: { network: string }) => network)).toEqual(names);
    expect(answer.body.data[0]).toMatchObject({ isConfigured: true, questions: [], unread: 0, givenUp: [] });
    const [name = ''] = names;
    expectProblem(await post(`networks/${name}/accept`, { fromHeight: '5' }), 409, 'WRONG_STATE');
    expectProblem(await post(`networks/${name}/skip-gap`, { toHeight: '5' }, admin()), 409, 'WRONG_STATE');
    expectProblem(await post(`networks/${name}/resume-asset`, { assetId: 202 }), 409, 'WRONG_STATE');
    expectProblem(await post(`networks/${name}/give-up-deposit`, { depositId: 'x' }), 409, 'WRONG_STATE');
    expectProblem(await post(`networks/${name}/give-up-transaction`, { transaction: 'x' }), 409, 'WRONG_STATE');
    expectProblem(await post('networks/nothing/accept', { fromHeight: '5' }), 404, 'NOT_FOUND');
    expectInvalid(await post(`networks/${name}/accept`, { fromHeight: '-5' }), ['fromHeight']);
  });

  it('show each question with its kind and its subject', async () => {
    const questions = {
      gap: 'blocks 5 to 9',
      undecided: [{ depositId: 'd1', reason: 'no clock' }],
      haltedAssets: [202],
    };
    await ops.world.pool.query(
      `INSERT INTO lastro.watch_cursors (network, mode, block_number, final_number, block_hash, questions)
        VALUES ('old', 'live', 12, 9, '0x', $1) ON CONFLICT DO NOTHING`,
      [questions],
    );
    const { body } = await get('networks');
    expectDocumented('/ops/v1/networks', 'get', body);
    expect(body.data).toContainEqual({
      ...{ network: 'old', isConfigured: false, mode: 'live', cursor: '12', final: '9', lookedAt: null },
      questions: [
        { kind: 'UNDECIDED', says: null, items: [{ id: 'd1', reason: 'no clock' }] },
        { kind: 'GAP', says: 'blocks 5 to 9', items: [] },
        { kind: 'HALTED_ASSETS', says: null, items: [{ id: '202', reason: null }] },
      ],
      ...{ unread: 0, unreadSince: null, givenUp: [] },
    });
  });
});

describe('people', () => {
  it('are listed by partner, and shown with the decisions about them', async () => {
    const list = await get(`users?partner=${partner.partnerId}`);
    expectDocumented('/ops/v1/users', 'get', list.body);
    expect(list.body.data).toMatchObject([{ userId: user.userId, hasExternalId: true, isErased: false }]);
    expectInvalid(await get('users'), ['partner']);
    expectInvalid(await get(`users?partner=${partner.partnerId}&cursor=x`), ['cursor']);
    expect((await post(`users/${user.userId}/block`, {})).body.data).toEqual({ isChanged: true });
    expect((await post(`users/${user.userId}/block`, {})).body.data).toEqual({ isChanged: false });
    await workOff(ops.world);
    const shown = await get(`users/${user.userId}`);
    expectDocumented('/ops/v1/users/{id}', 'get', shown.body);
    const { events, ...rest } = shown.body.data as OpsShownUser;
    expect(rest).toMatchObject({ kycStatus: 'BLOCKED', partnerId: partner.partnerId, sessions: [] });
    expect(events[0]).toMatchObject({
      ...{ type: 'UserBlocked', reason: 'seen at the bank' },
      actor: { kind: 'operator', id: 'the-operator' },
    });
    expect((await post(`users/${user.userId}/unblock`, {})).body.data).toEqual({ isChanged: true });
    expectProblem(await get('users/nobody'), 404, 'USER_NOT_FOUND');
  });

  it('are found by a document in any spelling, and each search is in the list of access', async () => {
    const search = (document: string) => post('personal-data/search', { document }, auditor());
    const found = await search('529.982.247-25');
    expectDocumented('/ops/v1/personal-data/search', 'post', found.body);
    expect(found.body.data.hits).toMatchObject([{ userId: user.userId, partnerId: partner.partnerId }]);
    expect((await search(DOCUMENT)).body.data.hits).toHaveLength(1);
    expect((await search('nobody@example.com')).body.data.hits).toEqual([]);
    expectInvalid(await search('123'), ['document']);
    expectProblem(await post('personal-data/search', { document: DOCUMENT }), 403, 'ROLE_REQUIRED');
    await workOff(ops.world);
    const access = await get('access?operator=the-auditor');
    expectDocumented('/ops/v1/access', 'get', access.body);
    const data = (access.body as OpsTimeline).data.filter(({ type }) => type === 'PersonalDataSearched');
    expect(data.map(({ type, reason }) => [type, reason])).toEqual(
      Array.from({ length: 3 }, () => ['PersonalDataSearched', 'seen at the bank']),
    );
    const [nobody, again, first] = data.map((event) => event.data);
    expect(nobody).toMatchObject({ kind: 'EMAIL', hits: 0 });
    expect(first).toEqual({ ...again, searchedAt: first?.['searchedAt'] });
    expect(access.text).not.toMatch(/52998224725|529\.982/);
    expect((await get('access?operator=the-admin')).body.data).toEqual([]);
    expect((await get('access?to=2020-01-01')).body.data).toEqual([]);
    const page = await get(`access?limit=1&cursor=${data[0]?.eventId}`);
    expect(page.body).toMatchObject({ data: [{ eventId: data[1]?.eventId }], meta: { hasMore: true } });
    expectInvalid(await get('access?cursor=nothing'), ['cursor']);
  });

  it('are erased by an admin alone', async () => {
    const { userId } = await ops.world.user(partner);
    expectProblem(await post(`users/${userId}/erase`, {}), 403, 'ROLE_REQUIRED');
    expect((await post(`users/${userId}/erase`, {}, admin())).body.data).toEqual({ isChanged: true });
    await workOff(ops.world);
    expect((await get(`users/${userId}`)).body.data).toMatchObject({ isErased: true, wallet: null });
  });
});

describe('partners', () => {
  it('are shown with terms and keys, without any secret', async () => {
    const list = await get('partners?limit=1');
    expectDocumented('/ops/v1/partners', 'get', list.body);
    expect(list.body.data).toHaveLength(1);
    const shown = await get(`partners/${partner.partnerId}`);
    expectDocumented('/ops/v1/partners/{id}', 'get', shown.body);
    expect(shown.text).not.toContain(partner.apiKey);
    expect(shown.text).not.toMatch(/hash|secret/i);
    const { keys } = shown.body.data.modes.find(({ mode }: { mode: string }) => mode === partner.mode);
    expect(keys).toMatchObject([{ status: 'ACTIVE', last4: partner.apiKey.slice(-4) }]);
    expectProblem(await get('partners/nothing'), 404, 'NOT_FOUND');
    expectInvalid(await get('partners?cursor=nothing'), ['cursor']);
  });

  it('are suspended and reinstated by an admin, who also revokes a key', async () => {
    const { partnerId } = await ops.world.partner();
    const changed = async (way: string) => (await post(`partners/${partnerId}/${way}`, {}, admin())).body.data;
    expect([await changed('suspend'), await changed('suspend')]).toEqual([{ isChanged: true }, { isChanged: false }]);
    await workOff(ops.world);
    expect((await get(`partners/${partnerId}`)).body.data.status).toBe('SUSPENDED');
    expect(await changed('reinstate')).toEqual({ isChanged: true });
    const { modes } = (await get(`partners/${partnerId}`)).body.data;
    const { keyId } = modes.flatMap(({ keys }: { keys: readonly { keyId: string }[] }) => keys)[0];
    expect(await changed(`keys/${keyId}/revoke`)).toEqual({ isChanged: true });
    expectProblem(await post(`partners/${partnerId}/keys/nothing/revoke`, {}, admin()), 404, 'NOT_FOUND');
    expect(await changed('revoke')).toEqual({ isChanged: true });
  });
});

describe('operators', () => {
  it('are listed, and lose a session at the next request after their revocation', async () => {
    const eva = await ops.add('eva', 'operator');
    const session = { ...OWN_PAGE, Cookie: await ops.signIn(eva) };
    const list = await get('operators');
    expectDocumented('/ops/v1/operators', 'get', list.body);
    const named = (list.body.data as OpsListedOperator[]).find(({ name }) => name === 'eva');
    expect(named).toMatchObject({ role: 'operator', status: 'ACTIVE' });
    expect(list.text).not.toMatch(/hash/i);
    expect((await get('session', session)).status).toBe(200);
    expect((await post('operators/eva/revoke', {}, admin())).body.data).toEqual({ isChanged: true });
    expectProblem(await get('session', session), 401, 'UNAUTHORIZED');
    expectProblem(await post('operators/the-admin/revoke', {}, admin()), 409, 'WRONG_STATE');
    expectProblem(await post('operators/nobody/revoke', {}, admin()), 404, 'NOT_FOUND');
  });

  it('see and end their own sessions, and an admin those of all', async () => {
    const [viewer, other] = [await ops.signIn(ops.people.viewer), await ops.signIn(ops.people.approver)];
    const own = { ...OWN_PAGE, Cookie: viewer };
    const sessionsOf = async (headers: object) => {
      const { body } = await get('sessions', headers);
      expectDocumented('/ops/v1/sessions', 'get', body);
      return body.data as OpsConsoleSession[];
    };
    expect(await sessionsOf(own)).toMatchObject([{ operatorName: 'the-viewer', isCurrent: true }]);
    const all = await sessionsOf(admin());
    expect(all.map(({ operatorName }) => operatorName)).toEqual(expect.arrayContaining(['the-viewer', 'the-approver']));
    const { sessionId } = all.find(({ operatorName }) => operatorName === 'the-approver')!;
    expectProblem(await post(`sessions/${sessionId}/end`, {}, own), 404, 'NOT_FOUND');
    expect((await post(`sessions/${sessionId}/end`, {}, admin())).body.data).toEqual({ isChanged: true });
    expectProblem(await get('session', { ...OWN_PAGE, Cookie: other }), 401, 'UNAUTHORIZED');
  });
});
