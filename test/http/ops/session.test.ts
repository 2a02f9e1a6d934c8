import request from 'supertest';
import { IDLE_MS, LONGEST_MS } from '../../../commands/operator/console/sessions';
import { LINK_TTL_SECONDS, makeSignInLink } from '../../../commands/operator/console/sign-in-link';
import { expectInvalid, expectProblem } from '../expect-problem';
import { COOKIE, cookieIn, type OpsWorld, OWN_PAGE, openOpsWorld, signInBy, standingLink } from './ops-world';

let ops: OpsWorld;
beforeAll(async () => {
  ops = await openOpsWorld();
});
afterAll(() => ops.close());

const SESSION = '/ops/v1/session';
const sessionOf = (cookie: string) => request(ops.app).get(SESSION).set('Cookie', cookie);
const look = (token: string) => request(ops.app).post(`${SESSION}/look`).set(OWN_PAGE).send({ token });
const eventsOf = async (name: string) => {
  const month = ops.world.clock.iso().slice(0, 7);
  return (await ops.world.eventStore.readStream(`console-${name}:${month}`)).map(({ type }) => type);
};

describe('a link', () => {
  it('shows the operator without a change, and signs in once', async () => {
    const person = await ops.add('ana', 'operator');
    const link = await ops.linkOf(person);
    const seen = await look(link);
    expect(seen.body.data).toEqual({
      ...{ environment: 'test', instance: 'lastro' },
      operator: { name: 'ana', role: 'operator', permissions: ['open', 'operate', 'approve'] },
      expiresAt: new Date(ops.world.clock.now() + LINK_TTL_SECONDS * 1_000).toISOString(),
    });
    expect([cookieIn(seen), await eventsOf('ana')]).toEqual(['', []]);
    const signedIn = await signInBy(ops.app, link);
    expect(signedIn.status).toBe(201);
    expect(signedIn.headers['set-cookie']).toEqual([
      expect.stringMatching(new RegExp(`^${COOKIE}=[0-9a-f]{64}; Path=/; HttpOnly; SameSite=Lax$`)),
    ]);
    expect(await eventsOf('ana')).toEqual(['OperatorSignedIn']);
    expectProblem(await signInBy(ops.app, link), 422, 'LINK_NOT_VALID');
    expectProblem(await look(link), 422, 'LINK_NOT_VALID');
    expect((await sessionOf(cookieIn(signedIn))).body.data).toMatchObject({ operator: { name: 'ana' }, by: 'SESSION' });
  });

  it('makes one session at two simultaneous uses', async () => {
    const link = await ops.linkOf(ops.people.viewer);
    const answers = await Promise.all([signInBy(ops.app, link), signInBy(ops.app, link)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422]);
  });

  it('is refused once its operator is revoked, or has another key', async () => {
    const person = await ops.add('bob', 'viewer');
    const [first, second] = [await ops.linkOf(person), await ops.linkOf(person)];
    await ops.revoke(person);
    expectProblem(await signInBy(ops.app, first), 422, 'LINK_NOT_VALID');
    ops.world.clock.advance(1_000);
    await ops.add('bob', 'admin');
    expectProblem(await signInBy(ops.app, second), 422, 'LINK_NOT_VALID');
  });

  it('expires after five minutes', async () => {
    const [first, second] = [await ops.linkOf(ops.people.viewer), await ops.linkOf(ops.people.viewer)];
    ops.world.clock.advance(LINK_TTL_SECONDS * 1_000 - 1);
    expect((await signInBy(ops.app, first)).status).toBe(201);
    ops.world.clock.advance(1);
    expectProblem(await look(second), 422, 'LINK_NOT_VALID');
    expectProblem(await signInBy(ops.app, second), 422, 'LINK_NOT_VALID');
  });

  it('works repeatedly in development, until its process ends', async () => {
    const token = 'ab'.repeat(32);
    standingLink(ops.standing, ops.people.admin, token);
    expect((await look(token)).body.data.expiresAt).toBeNull();
    expect([(await signInBy(ops.app, token)).status, (await signInBy(ops.app, token)).status]).toEqual([201, 201]);
    ops.standing.clear();
    expectProblem(await signInBy(ops.app, token), 422, 'LINK_NOT_VALID');
  });

  it.each([
    ['of another form', { token: 'short' }, ['token']],
    ['that is no text', { token: 1 }, ['token']],
    ['with something beside it', { token: 'ab'.repeat(32), role: 'admin' }, ['role']],
  ])('%s is refused', async (_what, body, fields) => {
    expectInvalid(await request(ops.app).post(SESSION).set(OWN_PAGE).send(body), fields);
  });

  it('is not accepted from a form', async () => {
    const asForm = request(ops.app)
      .post(SESSION)
      .set(OWN_PAGE)
      .type('form')
      .send({ token: 'ab'.repeat(32) });
    expectProblem(await asForm, 415, 'UNSUPPORTED_MEDIA_TYPE');
  });
});

describe('a session', () => {
  it('ends at the sign-out, once, with an event', async () => {
    const person = await ops.add('eva', 'auditor');
    const cookie = await ops.signIn(person);
    const out = await request(ops.app)
      .delete(SESSION)
      .set({ ...OWN_PAGE, Cookie: cookie });
    expect([out.status, ([] as string[]).concat(out.headers['set-cookie'] ?? [])]).toEqual([
      200,
      [expect.stringContaining(`${COOKIE}=; Path=/; Expires=Thu, 01 Jan 1970`)],
    ]);
    expectProblem(await sessionOf(cookie), 401, 'UNAUTHORIZED');
    expect(await eventsOf('eva')).toEqual(['OperatorSignedIn', 'OperatorSignedOut']);
  });

  it('ends with its operator, at the next request', async () => {
    const person = await ops.add('kim', 'operator');
    const cookie = await ops.signIn(person);
    expect((await sessionOf(cookie)).status).toBe(200);
    await ops.revoke(person);
    expectProblem(await sessionOf(cookie), 401, 'UNAUTHORIZED');
    ops.world.clock.advance(1_000);
    await ops.add('kim', 'operator');
    expectProblem(await sessionOf(cookie), 401, 'UNAUTHORIZED');
  });

  it('ends after 30 minutes without a request, and each request restarts them', async () => {
    const cookie = await ops.signIn(ops.people.admin);
    const used: number[] = [];
    for (let uses = 0; uses < 2; uses += 1) {
      ops.world.clock.advance(IDLE_MS - 1);
      used.push((await sessionOf(cookie)).status);
    }
    expect(used).toEqual([200, 200]);
    ops.world.clock.advance(IDLE_MS);
    expectProblem(await sessionOf(cookie), 401, 'UNAUTHORIZED');
  });

  it('is not prolonged by a poll', async () => {
    const token = (await ops.signIn(ops.people.admin)).slice(COOKIE.length + 1);
    ops.world.clock.advance(IDLE_MS - 1);
    expect(await ops.ops.findSession(token, true)).not.toBeNull();
    ops.world.clock.advance(1);
    expect(await ops.ops.findSession(token, true)).toBeNull();
  });

  it('ends after 12 hours of use', async () => {
    const cookie = await ops.signIn(ops.people.admin);
    for (let usedMs = 0; usedMs < LONGEST_MS; usedMs += IDLE_MS / 2) {
      expect((await sessionOf(cookie)).status).toBe(200);
      ops.world.clock.advance(IDLE_MS / 2);
    }
    expectProblem(await sessionOf(cookie), 401, 'UNAUTHORIZED');
  });

  it.each([
    ['of another instance', (cookie: string) => cookie.replace(COOKIE, 'lastro-ops-other')],
    ['of a service behind https', (cookie: string) => `__Host-${cookie}`],
    ['given twice', (cookie: string) => `${cookie}; ${cookie}`],
    ['of another token', () => `${COOKIE}=${'0'.repeat(64)}`],
  ])('is not found by a cookie %s', async (_what, change) => {
    const cookie = await ops.signIn(ops.people.admin);
    expectProblem(await sessionOf(change(cookie)), 401, 'UNAUTHORIZED');
    expect((await sessionOf(`theme=dark; ${cookie}`)).status).toBe(200);
  });

  it('is stored in the table without its secret', async () => {
    const cookie = await ops.signIn(ops.people.admin);
    const { rows } = await ops.world.pool.query('SELECT * FROM lastro.console_sessions');
    expect(JSON.stringify(rows)).not.toContain(cookie.slice(COOKIE.length + 1));
    expect(rows.at(-1)).toMatchObject({ operator_name: 'the-admin', address: '127.0.0.1' });
  });
});

test('a link raises an alert in production alone', async () => {
  const raised: unknown[] = [];
  const deps = { ...ops.world.ports, alert: (says: string, facts: object) => void raised.push([says, facts]) };
  const { operator } = ops.people.admin;
  await makeSignInLink(deps, false)(operator);
  expect(raised).toEqual([]);
  await makeSignInLink(deps, true)(operator);
  expect(raised).toEqual([[expect.stringMatching(/past the identity provider$/), { operatorName: 'the-admin' }]]);
});

describe('a refusal', () => {
  it('is counted and logged without the credential', async () => {
    ops.refusals.length = 0;
    await sessionOf(`${COOKIE}=${'0'.repeat(64)}`);
    await signInBy(ops.app, '1'.repeat(64));
    await signInBy(ops.app, '1'.repeat(64), { Origin: 'https://evil.example' });
    expect(ops.refusals).toEqual(['UNAUTHORIZED', 'LINK_NOT_VALID', 'OTHER_ORIGIN']);
    const lines = ops.log.lines.slice(-3);
    expect(lines.map(({ fields }) => (fields as { code: string }).code)).toEqual(ops.refusals);
    expect(JSON.stringify(lines)).not.toMatch(/0{64}|1{64}/);
  });
});
