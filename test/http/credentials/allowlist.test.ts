import request from 'supertest';
import { readConfig } from '../../../src/config';
import { createWorld, type HttpWorld, type Partner, type User } from '../world';

let world: HttpWorld;
let partner: Partner;
let user: User;

const OFFICE = '203.0.113.7';
const ELSEWHERE = '198.51.100.1';

beforeAll(async () => {
  world = await createWorld();
  partner = await world.partner();
  user = await world.user(partner);
  await world.pool.query('UPDATE lastro.partners SET ip_allowlist = $1 WHERE partner_id = $2', [
    JSON.stringify([`${OFFICE}/32`, '2001:db8::/32']),
    partner.partnerId,
  ]);
});
afterAll(() => world.close());

type Headers = Readonly<Record<string, string>>;

/** Every test calls from a loopback address. */
const statusFrom = async (trustedProxies: readonly string[], headers: Headers): Promise<number> => {
  const app = world.appWith({ settings: { ...world.deps.settings, trustedProxies } });
  const answer = await request(app)
    .get('/api/v1/users')
    .set({ ...headers, Authorization: `Bearer ${partner.apiKey}` });
  expect(answer.status === 200 || answer.body.code === 'IP_NOT_ALLOWED').toBe(true);
  return answer.status;
};

const LOOPBACK = ['127.0.0.0/8', '::1'];

describe('an allowlist', () => {
  it.each<[string, readonly string[], Headers, number]>([
    ['nothing said', [], {}, 403],
    ['X-Forwarded-For from a peer that is no proxy', [], { 'X-Forwarded-For': OFFICE }, 403],
    ['X-Forwarded-For while another proxy is trusted', ['10.0.0.0/8'], { 'X-Forwarded-For': OFFICE }, 403],
    ['X-Forwarded-For from a trusted proxy', LOOPBACK, { 'X-Forwarded-For': OFFICE }, 200],
    ['another address from a trusted proxy', LOOPBACK, { 'X-Forwarded-For': ELSEWHERE }, 403],
    ['an address that the client put in front', LOOPBACK, { 'X-Forwarded-For': `${OFFICE}, ${ELSEWHERE}` }, 403],
    ['a chain of trusted proxies', [...LOOPBACK, '10.0.0.0/8'], { 'X-Forwarded-For': `${OFFICE}, 10.1.2.3` }, 200],
    ['an IPv4 address mapped into IPv6', LOOPBACK, { 'X-Forwarded-For': `::ffff:${OFFICE}` }, 200],
    ['an IPv6 address in another spelling', LOOPBACK, { 'X-Forwarded-For': '2001:0DB8:0::0:1' }, 200],
    ['no address', LOOPBACK, { 'X-Forwarded-For': 'unknown' }, 403],
    ['an address and a port', LOOPBACK, { 'X-Forwarded-For': `${OFFICE}:443` }, 200],
    ['X-Real-IP', LOOPBACK, { 'X-Real-IP': OFFICE }, 403],
    ['Forwarded', LOOPBACK, { Forwarded: `for=${OFFICE}` }, 403],
    ['CF-Connecting-IP', LOOPBACK, { 'CF-Connecting-IP': OFFICE }, 403],
    ['True-Client-IP', LOOPBACK, { 'True-Client-IP': OFFICE }, 403],
  ])('with %s', async (_what, trustedProxies, headers, status) => {
    expect(await statusFrom(trustedProxies, headers)).toBe(status);
  });

  it('does not apply to end users, who call from anywhere', async () => {
    const answer = await request(world.app).get('/api/v1/cashout/intents').set('Authorization', `Bearer ${user.token}`);
    expect(answer.status).toBe(200);
  });
});

describe('TRUSTED_PROXIES', () => {
  it('are addresses and ranges', () => {
    const trusted = readConfig({ TRUSTED_PROXIES: '10.0.0.0/8, 2001:db8::/32,127.0.0.1' }).TRUSTED_PROXIES;
    expect(trusted).toEqual(['10.0.0.0/8', '2001:db8::/32', '127.0.0.1']);
  });

  it.each([
    'true',
    '1',
    '*',
    'loopback',
    'proxy.example',
    '10.0.0.0/33',
    '0.0.0.0/0',
    '::/0',
    '10.0.0.0/',
    '10.0.0.0/8/8',
  ])('are never all addresses, and never a word: %s', (text) => {
    expect(() => readConfig({ TRUSTED_PROXIES: text })).toThrow(/TRUSTED_PROXIES/);
  });
});
