import { createHash } from 'node:crypto';
import request from 'supertest';
import { systemContext } from '../../../commands/handling/context';
import type { HttpDeps } from '../../../src/http/deps';
import { expectProblem } from '../expect-problem';
import { httpSuite } from '../suite';

const suite = httpSuite();

const KEYS = '/api/v1/partners/me/api-keys';
const sha256Hex = (text: string): string => createHash('sha256').update(text).digest('hex');

const revokedKey = async (): Promise<string> => {
  const as = { Authorization: `Bearer ${suite.partner.apiKey}` };
  const { data }: { data: { keyId: string; apiKey: string } } = (await request(suite.world.app).post(KEYS).set(as))
    .body;
  await request(suite.world.app).post(`${KEYS}/${data.keyId}/revoke`).set(as);
  return data.apiKey;
};

/** The world with its look-ups of credentials written down. */
const watched = () => {
  const lookedUp: string[] = [];
  const { credentials } = suite.world.deps;
  const watching: HttpDeps['credentials'] = {
    keyHolder: (hash) => {
      lookedUp.push(hash);
      return credentials.keyHolder(hash);
    },
    signers: (partnerId) => {
      lookedUp.push('signers');
      return credentials.signers(partnerId);
    },
    tokenHolder: (claims) => {
      lookedUp.push('token');
      return credentials.tokenHolder(claims);
    },
  };
  return { app: suite.world.appWith({ credentials: watching }), lookedUp };
};

describe('an invalid API key', () => {
  it('is looked up once for every fault, with the same answer', async () => {
    const revoked = await revokedKey();
    const unknown = `sk_live_${'0'.repeat(64)}`;
    const good = `Bearer ${suite.partner.apiKey}`;
    const credentials: readonly (string | string[])[] = [
      `Bearer ${unknown}`,
      `Bearer ${revoked}`,
      `Bearer ${suite.partner.apiKey.slice(0, -1)}`,
      `Bearer ${suite.partner.apiKey}0`,
      `Bearer ${suite.partner.apiKey.replace('live', 'test')}`,
      `Bearer ${sha256Hex(suite.partner.apiKey)}`,
      'Bearer malformed',
      'Bearer',
      `Bearer  ${suite.partner.apiKey}`,
      `Bearer ${'x'.repeat(9_000)}`,
      `Basic ${Buffer.from(`${suite.partner.apiKey}:`).toString('base64')}`,
      suite.partner.apiKey,
      [good, good],
      [good, `Bearer ${unknown}`],
    ];
    const answers = new Set<string>();
    for (const credential of credentials) {
      const { app, lookedUp } = watched();
      const answer = await request(app)
        .get(KEYS)
        .set('Authorization', credential as string);
      expectProblem(answer, 401, 'UNAUTHORIZED');
      expect([credential, lookedUp.length]).toEqual([credential, 1]);
      answers.add(answer.text.replace(answer.headers['x-request-id'] ?? 'none', '<id>'));
    }
    expect(answers.size).toBe(1);
  });

  it('is looked up only by the hash of its text', async () => {
    const { app, lookedUp } = watched();
    await request(app).get(KEYS).set('Authorization', `Bearer ${suite.partner.apiKey}`);
    expect(lookedUp).toEqual([sha256Hex(suite.partner.apiKey)]);
  });
});

describe('a valid API key', () => {
  it.each([
    'SuspendPartner',
    'RevokePartner',
  ] as const)('is refused with PARTNER_INACTIVE after %s, but an invalid key is not', async (change) => {
    const other = await suite.world.partner();
    const { partnerId } = other;
    const context = { ...systemContext('test', suite.world.deps.ids.uuid(), 'test'), partnerId };
    await suite.world.service.changePartnerStanding({ partnerId, change, reason: 'test' }, context);
    await suite.world.project();
    const ask = (key: string) => request(suite.world.app).get(KEYS).set('Authorization', `Bearer ${key}`);
    expectProblem(await ask(other.apiKey), 403, 'PARTNER_INACTIVE');
    expectProblem(await ask(`${other.apiKey}0`), 401, 'UNAUTHORIZED');
  });

  it('counts as used only after it was accepted', async () => {
    const used: string[] = [];
    const keyUsage = { ...suite.world.deps.keyUsage, touch: (keyId: string) => void used.push(keyId) };
    const app = suite.world.appWith({ keyUsage });
    const revoked = await revokedKey();
    await request(app).get(KEYS).set('Authorization', `Bearer ${revoked}`);
    await request(app).get(KEYS);
    expect(used).toEqual([]);
    await request(app).get(KEYS).set('Authorization', `Bearer ${suite.partner.apiKey}`);
    expect(used).toHaveLength(1);
  });
});
