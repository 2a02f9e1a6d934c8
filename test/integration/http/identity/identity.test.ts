import request, { type Response } from 'supertest';
import { FLOW_TTL_SECONDS, identitySignIn } from '../../../../commands/operator/console/identity-sign-in';
import { setOperatorEmail } from '../../../../commands/operator/set-operator-email';
import type { Clock } from '../../../../commands/ports/clock';
import { createIdentityProvider } from '../../../../infra/providers/oidc/identity-provider';
import { createIdentityDigest } from '../../../../infra/security/identity-digest';
import { asked } from '../../../commands/operator/asked';
import { expectProblem } from '../../../http/expect-problem';
import { COOKIE, type OpsWorld, OWN_PAGE, openOpsWorld } from '../../../http/ops/ops-world';
import { type Issuer, type IssuerState, openIssuer } from './opened-issuer';

const [CLIENT, SECRET, REDIRECT_URL] = ['lastro', 'a-secret-of-the-client', 'https://console.example/console/oidc'];
const identityDigest = createIdentityDigest(Buffer.alloc(32, 7));

let issuer: Issuer;
let ops: OpsWorld;
const failures: string[] = [];
const providerOf = ({ url }: Issuer, clock: Pick<Clock, 'now'>) =>
  createIdentityProvider({
    ...{ clientId: CLIENT, clientSecret: SECRET, redirectUrl: REDIRECT_URL, issuer: url, clock },
    onFailure: (code) => void failures.push(code),
  });
beforeAll(async () => {
  issuer = await openIssuer(CLIENT, SECRET, REDIRECT_URL);
  ops = await openOpsWorld((deps) => {
    const provider = providerOf(issuer, deps.clock);
    return { identity: identitySignIn({ ...deps, provider, identityDigest }) };
  });
});
afterAll(async () => {
  await ops.close();
  await issuer.stop();
});

const emailOf = (name: string): string => `${name}@example.com`;
const bindEmail = (operatorName: string, email = emailOf(operatorName)) =>
  setOperatorEmail({ ...ops.world.ports, identityDigest })(
    { operatorName, email, by: null, isEmbedded: true },
    asked(ops.world.deps),
  );
const operatorWithEmail = async (name: string) => {
  const person = await ops.add(name, 'operator');
  await bindEmail(name);
  return person;
};
const accountOf = (name: string, more: object = {}): IssuerState => ({
  account: { sub: `account-of-${name}`, email: emailOf(name), email_verified: true, ...more },
});

const begin = async () => {
  const begun = await request(ops.app).post('/ops/v1/session/oidc').set(OWN_PAGE).send();
  const [cookie = ''] = ([] as string[]).concat(begun.headers['set-cookie'] ?? []);
  return { begun, cookie, flow: cookie.split(';', 1)[0] ?? '', url: (begun.body.data as { url: string }).url };
};
const comeBack = (address: URL, cookie: string): Promise<Response> =>
  request(ops.app)
    .get(address.pathname + address.search)
    .set('Cookie', cookie)
    .then();
const signInAs = async (state: IssuerState): Promise<Response> => {
  await issuer.become(state);
  const { flow, url } = await begin();
  return comeBack(await issuer.visit(url), flow);
};
const cookiesOf = ({ headers }: Response): readonly string[] => ([] as string[]).concat(headers['set-cookie'] ?? []);
const sessionIn = (answer: Response): string =>
  cookiesOf(answer)
    .map((each) => each.split(';', 1)[0] ?? '')
    .find((each) => new RegExp(`^${COOKIE}=[0-9a-f]{64}$`).test(each)) ?? '';
const sessionOf = (cookie: string) => request(ops.app).get('/ops/v1/session').set('Cookie', cookie);

/** Back at the console without a session. */
const expectRefused = (answer: Response, reason: RegExp, code = 'SIGN_IN_REFUSED'): void => {
  const place = expect.stringMatching(new RegExp(`^/console/#${code}\\.[\\w-]+$`));
  expect([answer.status, answer.headers['location'], sessionIn(answer)]).toEqual([303, place, '']);
  const { fields } = ops.log.lines.at(-1) ?? { fields: {} };
  expect(fields).toMatchObject({ code });
  expect(JSON.stringify(fields)).toMatch(reason);
  expect(ops.refusals.at(-1)).toBe(code);
};

describe('a sign-in at the identity provider', () => {
  it('names the provider, and begins with PKCE, state and nonce', async () => {
    const ways = await request(ops.app).get('/ops/v1/session/ways');
    expect(ways.body.data).toEqual({ identityProvider: new URL(issuer.url).host });
    const { cookie, url } = await begin();
    expect(cookie).toMatch(new RegExp(`^${COOKIE}-flow=[0-9a-f]{64}; Max-Age=600; Path=/; .*HttpOnly; SameSite=Lax$`));
    const { searchParams } = new URL(url);
    expect(Object.fromEntries(searchParams)).toEqual({
      ...{ client_id: CLIENT, redirect_uri: REDIRECT_URL, scope: 'openid email', response_type: 'code' },
      ...{ state: expect.any(String), nonce: expect.any(String) },
      ...{ code_challenge: expect.any(String), code_challenge_method: 'S256' },
    });
  });

  it('opens a session with the role of the operator, and records it', async () => {
    await operatorWithEmail('ana');
    const answer = await signInAs(accountOf('ana', { email: 'Ana@Example.com', role: 'admin' }));
    expect([answer.status, answer.headers['location']]).toEqual([303, '/console/']);
    expect(cookiesOf(answer).some((each) => each.startsWith(`${COOKIE}-flow=;`))).toBe(true);
    expect((await sessionOf(sessionIn(answer))).body.data).toMatchObject({
      operator: { name: 'ana', role: 'operator' },
      by: 'SESSION',
    });
    const events = await ops.world.eventStore.readStream(`console-ana:${ops.world.clock.iso().slice(0, 7)}`);
    expect(events.map(({ data }) => data)).toMatchObject([{ operatorName: 'ana', by: 'OIDC' }]);
  });

  it('reads an address that the ID token does not name', async () => {
    await operatorWithEmail('eva');
    const answer = await signInAs({ ...accountOf('eva'), isEmailApart: true });
    expect((await sessionOf(sessionIn(answer))).status).toBe(200);
  });

  it('begins on a page of the console alone', async () => {
    for (const headers of [{}, { 'Sec-Fetch-Site': 'cross-site' }, { Origin: 'https://evil.example' }])
      expectProblem(await request(ops.app).post('/ops/v1/session/oidc').set(headers).send(), 403, 'OTHER_ORIGIN');
  });
});

describe('A sign-in at the identity provider', () => {
  it.each([
    ['another nonce', { changes: { nonce: 'another' } }, 'OAUTH_JWT_CLAIM_COMPARISON_FAILED'],
    ['another issuer', { changes: { iss: 'https://evil.example' } }, 'OAUTH_JWT_CLAIM_COMPARISON_FAILED'],
    ['another audience', { changes: { aud: 'another' } }, 'OAUTH_JWT_CLAIM_COMPARISON_FAILED'],
    ['a token that has expired', { changes: { exp: 1 } }, 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED'],
    ['a token of another key', { isForged: true }, 'OAUTH_INVALID_RESPONSE'],
  ])('refuses %s', async (_what, tampered, code) => {
    expectRefused(await signInAs({ ...accountOf('ana'), ...tampered }), /is not valid for this sign-in/);
    expect(failures.at(-1)).toBe(code);
  });

  it.each([
    ['state', 'another'],
    ['iss', 'https://evil.example'],
    ['code', 'another'],
    ['error', 'access_denied'],
  ])('refuses an answer with another %s', async (name, value) => {
    await issuer.become(accountOf('ana'));
    const { flow, url } = await begin();
    const back = await issuer.visit(url);
    back.searchParams.set(name, value);
    expectRefused(await comeBack(back, flow), /is not valid for this sign-in/);
  });

  it.each([
    ['an address that is not verified', { email_verified: false }, /has verified no e-mail address/],
    ['an address that is verified by a word', { email_verified: 'true' }, /has verified no e-mail address/],
    ['no address', { email: undefined }, /has verified no e-mail address/],
    ['an address of nobody', { email: 'nobody@example.com' }, /bound to no live operator/],
    ['an address with a quote', { email: '"ana"@example.com' }, /unusual form/],
  ])('refuses %s', async (_what, claims, reason) => {
    expectRefused(await signInAs(accountOf('ana', claims)), reason);
  });

  it('refuses another account with the address of an operator', async () => {
    await operatorWithEmail('kim');
    expect((await signInAs(accountOf('kim'))).headers['location']).toBe('/console/');
    expectRefused(await signInAs(accountOf('kim', { sub: 'another' })), /Another account/);
    await operatorWithEmail('leo');
    const moved = accountOf('kim', { email: emailOf('leo') });
    expectRefused(await signInAs(moved), /belongs to another operator/);
  });

  it('refuses a second way back, and the code of another sign-in', async () => {
    await issuer.become(accountOf('ana'));
    const { flow, url } = await begin();
    const back = await issuer.visit(url);
    expect((await comeBack(back, flow)).headers['location']).toBe('/console/');
    expectRefused(await comeBack(back, flow), /did not begin in this browser/);
    const second = await begin();
    const code = back.searchParams.get('code') ?? '';
    const replayed = new URL(`${REDIRECT_URL}?${new URLSearchParams({ code, iss: issuer.url })}`);
    replayed.searchParams.set('state', new URL(second.url).searchParams.get('state') ?? '');
    expectRefused(await comeBack(replayed, second.flow), /is not valid for this sign-in/);
    expect(failures.at(-1)).toBe('invalid_grant');
  });

  it('refuses a way back in another browser, and after ten minutes', async () => {
    await issuer.become(accountOf('ana'));
    const mine = await begin();
    const back = await issuer.visit(mine.url);
    expectRefused(await comeBack(back, ''), /did not begin in this browser/);
    const theirs = await begin();
    expectRefused(await comeBack(back, theirs.flow), /is not valid for this sign-in/);
    await ops.world.pool.query("UPDATE lastro.expiring_values SET expires_at = now() - interval '1 second'");
    expect(FLOW_TTL_SECONDS).toBe(600);
    expectRefused(await comeBack(back, mine.flow), /has run out/);
  });

  it('refuses an operator who was revoked, before the way back and after it', async () => {
    const person = await operatorWithEmail('max');
    const session = sessionIn(await signInAs(accountOf('max')));
    expect((await sessionOf(session)).status).toBe(200);
    await issuer.become(accountOf('max'));
    const { flow, url } = await begin();
    const back = await issuer.visit(url);
    await ops.revoke(person);
    expectProblem(await sessionOf(session), 401, 'UNAUTHORIZED');
    expectRefused(await comeBack(back, flow), /bound to no live operator/);
  });
});

it('names the client in the header to a provider that takes no secret in the body', async () => {
  const other = await openIssuer(CLIENT, SECRET, REDIRECT_URL, 'client_secret_basic');
  const provider = providerOf(other, ops.world.clock);
  await other.become(accountOf('ana'));
  const { url, flow } = await provider.begin();
  const { search } = await other.visit(url);
  expect(await provider.finish(flow, search)).toEqual({
    ...{ issuer: other.url, subject: 'account-of-ana', verifiedEmail: 'ana@example.com' },
  });
  await other.stop();
});

it('gives a new token to a browser that had a session', async () => {
  await issuer.become(accountOf('ana'));
  const planted = await ops.signIn(ops.people.viewer);
  const { flow, url } = await begin();
  const answer = await comeBack(await issuer.visit(url), `${planted}; ${flow}`);
  expect(sessionIn(answer)).not.toBe(planted);
  expect((await sessionOf(planted)).body.data).toMatchObject({ operator: { name: 'the-viewer' } });
});

it('leaves no address, account, code, state or secret in the log', async () => {
  const answer = await signInAs(accountOf('nobody'));
  expectRefused(answer, /bound to no live operator/);
  const lines = JSON.stringify([ops.log.lines, failures]);
  expect(lines).not.toMatch(/example\.com|account-of|a-secret-of|code=|state=/i);
});

it('reports a provider that is down, while a link signs in', async () => {
  await issuer.become({ ...accountOf('ana') });
  const { flow, url } = await begin();
  const back = await issuer.visit(url);
  await issuer.become({ ...accountOf('ana'), isDown: true });
  expectRefused(await comeBack(back, flow), /PROVIDER_FAILURE/, 'PROVIDER_FAILURE');
  ops.world.clock.advance(3_600_000);
  expectProblem(await request(ops.app).post('/ops/v1/session/oidc').set(OWN_PAGE).send(), 502, 'PROVIDER_FAILURE');
  expect((await sessionOf(await ops.signIn(ops.people.admin))).status).toBe(200);
  await issuer.become(accountOf('ana'));
  expect((await begin()).begun.status).toBe(200);
});
