import { randomUUID } from 'node:crypto';
import type { Express } from 'express';
import request from 'supertest';
import { systemContext } from '../../../commands/handling/context';
import { expectProblem } from '../expect-problem';
import { createWorld, FIXED_CODE, type HttpWorld, type Partner, type User } from '../world';

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
interface Asking {
  readonly key?: string;
  readonly app?: Express;
}

const ask = (user: User, { path, token }: Door, body: object, asking: Asking = {}) =>
  request(asking.app ?? world.app)
    .post(path)
    .set('Authorization', `Bearer ${token(user)}`)
    .set('Idempotency-Key', asking.key ?? randomUUID())
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

const REFUSED = [
  ['rejected', rejected, 'INSUFFICIENT_KYC'],
  ['blocked', blocked, 'USER_BLOCKED'],
] as const;

/** A surface that knows the user as it stands now, for ever. */
const forgetful = async ({ token }: User): Promise<Express> => {
  const claims = await world.deps.tokens.v1.verify(token);
  const known = await world.deps.credentials.tokenHolder(claims!);
  return world.appWith({ credentials: { ...world.deps.credentials, tokenHolder: async () => known } });
};

describe.each(DOORS.filter(({ path }) => path.endsWith('/quote')))('B5: POST $path', (door) => {
  it.each(REFUSED)('refuses a user who was %s, though no row says so yet', async (_what, change, code) => {
    const user = await world.user(partner);
    await change(user);
    expectProblem(await ask(user, door, door.body('')), 403, code);
  });
});

describe.each(DOORS)('B5: POST $path', (door) => {
  it.each(REFUSED)('refuses a user who was %s, though the door let the user in', async (_what, change, code) => {
    const user = await world.user(partner);
    const quoteId = await quoted(user);
    const app = await forgetful(user);
    await change(user);
    await world.project();
    const events = await world.eventCount();
    expectProblem(await ask(user, door, door.body(quoteId), { app }), 403, code);
    expect(await world.eventCount()).toBe(events);
  });

  it('gives nobody a kept answer who may not pay any more', async () => {
    const user = await world.user(partner);
    const body = door.body(await quoted(user));
    const key = randomUUID();
    expect((await ask(user, door, body, { key })).body.success).toBe(true);
    await rejected(user);
    await world.project();
    expectProblem(await ask(user, door, body, { key }), 403, 'INSUFFICIENT_KYC');
  });

  it('is gated before it looks anything up', async () => {
    const pending = await world.user(partner, 'PENDING');
    const elsewhere = { ...PAYMENT, blockchain: 'solana' };
    const body = door.path === '/api/payments/quote' ? elsewhere : door.body('no id');
    expectProblem(await ask(pending, door, body), 403, 'INSUFFICIENT_KYC');
  });
});
