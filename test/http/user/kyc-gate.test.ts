import { randomUUID } from 'node:crypto';
import type { Express } from 'express';
import request from 'supertest';
import { systemContext } from '../../../commands/handling/context';
import { expectProblem } from '../expect-problem';
import { httpSuite } from '../suite';
import { FIXED_CODE, type User } from '../world';

const suite = httpSuite();

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
  request(asking.app ?? suite.world.app)
    .post(path)
    .set('Authorization', `Bearer ${token(user)}`)
    .set('Idempotency-Key', asking.key ?? randomUUID())
    .send(body);

const quoted = async (user: User): Promise<string> => {
  const answer = await request(suite.world.app)
    .post('/api/v1/cashout/quote')
    .set('Authorization', `Bearer ${user.token}`)
    .send(QUOTE);
  const { data }: { data: { quoteId: string } } = answer.body;
  return data.quoteId;
};

const rejected = ({ userId }: User) => suite.world.service.changeKycStatus({ userId, status: 'REJECTED' }, context());

describe.each(DOORS)('POST $path', (door) => {
  it('repeats no stored answer to a user who may no longer pay', async () => {
    const user = await suite.world.user(suite.partner);
    const body = door.body(await quoted(user));
    const key = randomUUID();
    expect((await ask(user, door, body, { key })).body.success).toBe(true);
    await rejected(user);
    await suite.world.project();
    expectProblem(await ask(user, door, body, { key }), 403, 'INSUFFICIENT_KYC');
  });
});
