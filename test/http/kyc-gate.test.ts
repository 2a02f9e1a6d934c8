import { randomUUID } from 'node:crypto';
import request from 'supertest';
import { systemContext } from '../../commands/context';
import { expectProblem } from './expect-problem';
import { createWorld, FIXED_CODE, type HttpWorld, type Partner, type User } from './world';

let world: HttpWorld;
let partner: Partner;

beforeAll(async () => {
  world = await createWorld();
  partner = await world.partner();
});
afterAll(() => world.close());

const QUOTE = { assetId: 202, invoiceCode: FIXED_CODE };
const PAYMENT = { code: FIXED_CODE, assetId: 202, blockchain: 'ethereum' };

interface Door {
  readonly path: string;
  readonly body: (quoteId: string) => object;
  readonly token: (user: User) => string;
}

const v1 = ({ token }: User): string => token;
const wallet = ({ walletToken }: User): string => walletToken;
/** Every POST that quotes or opens a payment. */
const DOORS: readonly Door[] = [
  { path: '/api/v1/cashout/quote', body: () => QUOTE, token: v1 },
  { path: '/api/v1/cashout/intent', body: (quoteId) => ({ quoteId }), token: v1 },
  { path: '/api/payments/quote', body: () => PAYMENT, token: wallet },
  { path: '/api/payments/create', body: (quoteId) => ({ quoteId }), token: wallet },
];

const context = () => systemContext('test', randomUUID(), 'test');
const ask = (user: User, { path, token }: Door, body: object, key: string = randomUUID()) =>
  request(world.app)
    .post(path)
    .set('Authorization', `Bearer ${token(user)}`)
    .set('Idempotency-Key', key)
    .send(body);

const quoted = async (user: User): Promise<string> => {
  const answer = await request(world.app)
    .post('/api/v1/cashout/quote')
    .set('Authorization', `Bearer ${user.token}`)
    .send(QUOTE);
  const { data }: { data: { quoteId: string } } = answer.body;
  return data.quoteId;
};

const rejected = ({ userId }: User) => world.service.changeKycStatus({ userId, status: 'REJECTED' }, context());
const blocked = ({ userId }: User) =>
  world.service.blockUser({ userId, change: 'BlockUser', reason: 'test' }, context());

describe.each(DOORS)('B5: POST $path', (door) => {
  it.each([
    ['rejected', rejected, 'INSUFFICIENT_KYC'],
    ['blocked', blocked, 'USER_BLOCKED'],
  ])('refuses a user who was %s, though no row says so yet', async (_what, change, code) => {
    const user = await world.user(partner);
    const quoteId = await quoted(user);
    await change(user);
    const events = await world.eventCount();
    expectProblem(await ask(user, door, door.body(quoteId)), 403, code);
    expect(await world.eventCount()).toBe(events);
  });

  it('gives nobody a kept answer who may not pay any more', async () => {
    const user = await world.user(partner);
    const body = door.body(await quoted(user));
    const key = randomUUID();
    expect((await ask(user, door, body, key)).body.success).toBe(true);
    await rejected(user);
    await world.project();
    expectProblem(await ask(user, door, body, key), 403, 'INSUFFICIENT_KYC');
  });

  it('is gated before it looks anything up', async () => {
    const pending = await world.user(partner, 'PENDING');
    const elsewhere = { ...PAYMENT, blockchain: 'solana' };
    const body = door.path === '/api/payments/quote' ? elsewhere : door.body('no id');
    expectProblem(await ask(pending, door, body), 403, 'INSUFFICIENT_KYC');
  });
});
