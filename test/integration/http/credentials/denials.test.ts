import request from 'supertest';
import { systemContext } from '../../../../commands/handling/context';
import type { ChangePartnerStanding } from '../../../../commands/partner/change-partner-standing';
import type { Denial } from '../../../../commands/ports/denials';
import { createPostgresDenials } from '../../../../infra/denials/postgres-denials';
import { standingByRow } from '../../../../src/reads/user-standing';
import { createService } from '../../../../src/service';
import { headerOf, keyOf } from '../../../http/sign';
import { createWorld, FIXED_CODE, type HttpWorld, type Partner, type User } from '../../../http/world';

let world: HttpWorld;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

/** The surface while nothing is projected: a wait for a projection never ends. */
const standing = () => world.appWith({ waitUntilApplied: async () => false });
const context = () => systemContext('test', world.deps.ids.uuid(), 'test');
const ask = async (apiKey: string, path = '/api/v1/users') => {
  const answer = await request(standing()).get(path).set('Authorization', `Bearer ${apiKey}`);
  return answer.status;
};
const secondKey = async ({ partnerId, mode }: Partner) => {
  const issued = await world.service.issueApiKey({ partnerId, mode, name: 'two' }, context());
  await world.project();
  return issued;
};
const revoke = (app: ReturnType<typeof standing>, { apiKey }: Partner, keyId: string) =>
  request(app).post(`/api/v1/partners/me/api-keys/${keyId}/revoke`).set('Authorization', `Bearer ${apiKey}`);

describe('an API key that was revoked before the projections read it', () => {
  test('is refused from the answer on, while another key of the partner is accepted', async () => {
    const partner = await world.partner();
    const { keyId, apiKey } = await secondKey(partner);
    expect(await ask(apiKey)).toBe(200);
    expect((await revoke(standing(), partner, keyId)).body).toMatchObject({ data: { keyId, status: 'REVOKED' } });
    expect([await ask(apiKey), await ask(partner.apiKey)]).toEqual([401, 200]);
    await world.project();
    expect([await ask(apiKey), await ask(partner.apiKey)]).toEqual([401, 200]);
  });

  test('is refused when an operator revoked it outside the service', async () => {
    const partner = await world.partner();
    const { keyId, apiKey } = await secondKey(partner);
    const elsewhere = createService({ ...world.ports, denials: createPostgresDenials(world.pool) });
    await elsewhere.revokeApiKey({ partnerId: partner.partnerId, keyId }, context());
    expect(await ask(apiKey)).toBe(401);
  });

  test('stays refused when its row is written later from an earlier event', async () => {
    const partner = await world.partner();
    const { keyId, apiKey } = await secondKey(partner);
    await revoke(standing(), partner, keyId);
    const back = `UPDATE lastro.api_keys SET status = 'ACTIVE', revision = $2 WHERE key_id = $1`;
    for (const revision of [null, 0, 3]) {
      await world.pool.query(back, [keyId, revision]);
      expect([revision, await ask(apiKey)]).toEqual([revision, 401]);
    }
  });

  test('answers 503 when the denial cannot be written, and the same request then enforces it', async () => {
    const partner = await world.partner();
    const { keyId, apiKey } = await secondKey(partner);
    const deny = () => Promise.reject(new Error('away'));
    const app = world.appWith({
      ...createService({ ...world.ports, denials: { ...world.ports.denials, deny } }),
      waitUntilApplied: async () => false,
    });
    const refused = await revoke(app, partner, keyId);
    expect([refused.status, refused.body.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
    expect(refused.body.error).toMatch(/recorded but not active yet/);
    expect((await revoke(standing(), partner, keyId)).status).toBe(200);
    expect(await ask(apiKey)).toBe(401);
  });
});

const sign = async ({ partnerId }: Partner, secret: string) => {
  const header = headerOf({
    ...{ partnerId, method: 'GET', path: '/api/v1/users', signedBody: '' },
    ...{ signingKey: keyOf(secret, partnerId), nonce: world.deps.ids.hex(16) },
    timestamp: Math.floor(world.clock.now() / 1_000),
  });
  const answer = await request(standing()).get('/api/v1/users').set('Authorization', header);
  return answer.status;
};

describe('an HMAC secret that was rotated before the projections read it', () => {
  test('is refused from the answer on, and the new secret is accepted once it is projected', async () => {
    const partner = await world.partner();
    expect(await sign(partner, partner.hmacSecret)).toBe(200);
    const rotated = await request(standing())
      .post('/api/v1/partners/me/rotate-hmac-secret')
      .set('Authorization', `Bearer ${partner.apiKey}`);
    const { hmacSecret }: { hmacSecret: string } = rotated.body.data;
    expect([rotated.status, rotated.headers['cache-control']]).toEqual([200, 'no-store']);
    expect(await sign(partner, partner.hmacSecret)).toBe(401);
    await world.project();
    expect([await sign(partner, partner.hmacSecret), await sign(partner, hmacSecret)]).toEqual([401, 200]);
  });

  test('stays valid after a rotation in the other mode', async () => {
    const partner = await world.partner();
    await world.service.issueHmacSecret({ partnerId: partner.partnerId, mode: 'live' }, context());
    expect(await sign(partner, partner.hmacSecret)).toBe(200);
  });
});

describe('a partner whose status changed before the projections read it', () => {
  const change = ({ partnerId }: Partner, kind: ChangePartnerStanding['change']) =>
    world.service.changePartnerStanding({ partnerId, change: kind, reason: 'test' }, context());
  const statuses = async (partner: Partner, user: User) => [
    await ask(partner.apiKey),
    await sign(partner, partner.hmacSecret),
    await ask(user.token, '/api/v1/cashout/intents'),
    await ask(user.walletToken, '/api/payments'),
  ];

  test.each([
    'SuspendPartner',
    'RevokePartner',
  ] as const)('loses access everywhere immediately when it is %s', async (kind) => {
    const partner = await world.partner();
    const user = await world.user(partner);
    const open = await statuses(partner, user);
    expect(open).not.toContain(403);
    await change(partner, kind);
    expect(await statuses(partner, user)).toEqual([403, 403, 403, 403]);
    await world.project();
    expect(await statuses(partner, user)).toEqual([403, 403, 403, 403]);
  });

  test('gets access again at once, despite a late or repeated earlier denial', async () => {
    const partner = await world.partner();
    await change(partner, 'SuspendPartner');
    const [stale] = (
      await world.pool.query<Denial>('SELECT * FROM lastro.denials WHERE subject = $1', [partner.partnerId])
    ).rows;
    await change(partner, 'ReinstatePartner');
    await world.ports.denials.deny(stale!);
    expect(await ask(partner.apiKey)).toBe(200);
    await world.pool.query('DELETE FROM lastro.denials WHERE subject = $1', [partner.partnerId]);
    await world.project();
    await world.ports.denials.deny(stale!);
    expect(await ask(partner.apiKey)).toBe(200);
  });

  test('has links that no longer resolve', async () => {
    const partner = await world.partner();
    const link = await request(world.app)
      .post('/api/v1/partners/me/links')
      .set('Authorization', `Bearer ${partner.apiKey}`)
      .send({ invoiceCode: FIXED_CODE });
    const { code } = link.body.data as { code: string };
    await world.project();
    expect(await world.deps.links.find(code)).toMatchObject({ link_code: code });
    await change(partner, 'SuspendPartner');
    expect(await world.deps.links.find(code)).toBeNull();
  });
});

describe('an allowlist that changed before the projections read it', () => {
  const allow = ({ partnerId }: Partner, ipAllowlist: readonly string[]) =>
    world.service.changePartnerTerms({ partnerId, ipAllowlist }, context());

  test('applies immediately to API keys and signatures, when it is narrowed or widened', async () => {
    const partner = await world.partner();
    await allow(partner, ['192.0.2.0/24']);
    expect([await ask(partner.apiKey), await sign(partner, partner.hmacSecret)]).toEqual([403, 403]);
    await world.service.changePartnerTerms({ partnerId: partner.partnerId, feeMarkupBasisPoints: 5 }, context());
    expect(await ask(partner.apiKey)).toBe(403);
    await allow(partner, []);
    expect([await ask(partner.apiKey), await sign(partner, partner.hmacSecret)]).toEqual([200, 200]);
    await allow(partner, ['192.0.2.0/24']);
    await world.project();
    expect(await ask(partner.apiKey)).toBe(403);
  });
});

describe('a user who changed before the projections read it', () => {
  const asUser = async (user: User) => [
    await ask(user.token, '/api/v1/cashout/intents'),
    await ask(user.walletToken, '/api/payments'),
  ];
  const block = ({ apiKey }: Partner, { userId }: User, change: 'block' | 'unblock') =>
    request(standing()).post(`/api/v1/users/${userId}/${change}`).set('Authorization', `Bearer ${apiKey}`).send({});
  const holderOf = ({ userId, pubkey }: User, { partnerId, mode }: Partner) =>
    world.deps.credentials.tokenHolder({ uid: userId, pubkey, partnerId, mode });

  test('loses access immediately with every token by a block, and regains access by an unblock', async () => {
    const partner = await world.partner();
    const user = await world.user(partner);
    const before = await asUser(user);
    expect((await block(partner, user, 'block')).status).toBe(200);
    expect(await asUser(user)).toEqual([403, 403]);
    expect((await block(partner, user, 'block')).status).toBe(200);
    expect((await block(partner, user, 'unblock')).status).toBe(200);
    expect(await asUser(user)).toEqual(before);
    await block(partner, user, 'block');
    await world.project();
    expect(await asUser(user)).toEqual([403, 403]);
  });

  test('has the KYC status of the last change at every paying route', async () => {
    const partner = await world.partner();
    const user = await world.user(partner);
    const standingNow = standingByRow(world.ports.query);
    await world.service.changeKycStatus({ userId: user.userId, status: 'REJECTED' }, context());
    expect([(await holderOf(user, partner))?.kyc_status, await standingNow(user.userId)]).toEqual([
      'REJECTED',
      'REJECTED',
    ]);
    await world.service.changeKycStatus({ userId: user.userId, status: 'APPROVED' }, context());
    await block(partner, user, 'block');
    expect([(await holderOf(user, partner))?.kyc_status, await standingNow(user.userId)]).toEqual([
      'APPROVED',
      'BLOCKED',
    ]);
  });

  test('loses access at once by erasure', async () => {
    const partner = await world.partner();
    const user = await world.user(partner);
    await world.service.eraseSubject({ userId: user.userId, reason: 'asked' }, context());
    expect(await asUser(user)).toEqual([401, 401]);
    expect(await standingByRow(world.ports.query)(user.userId)).toBeNull();
  });
});
