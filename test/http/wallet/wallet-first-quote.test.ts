import { randomUUID } from 'node:crypto';
import request from 'supertest';
import { systemContext } from '../../../commands/handling/context';
import { walletLookup } from '../../../commands/wallet-login/register-wallet';
import { evmWallet, type TestWallet } from '../../samples/wallets';
import { expectProblem } from '../expect-problem';
import { httpSuite } from '../suite';
import { FIXED_CODE } from '../world';
import { walletDoor } from './wallet-door';

const suite = httpSuite();

const QUOTE = { code: FIXED_CODE, assetId: 202, blockchain: 'ethereum' };
const context = () => systemContext('test', randomUUID(), 'test');

const tokenOf = async (wallet: TestWallet): Promise<string> =>
  (await walletDoor(suite.world.app).logIn(wallet)).body.data.tokenJWT as string;
const get = (path: string, token: string) =>
  request(suite.world.app).get(`/api/payments${path}`).set('Authorization', `Bearer ${token}`);
const quote = (token: string, key: string = randomUUID(), body: object = QUOTE) =>
  request(suite.world.app)
    .post('/api/payments/quote')
    .set('Authorization', `Bearer ${token}`)
    .set('Idempotency-Key', key)
    .send(body);

const ownerOf = async (wallet: TestWallet, token: string): Promise<string | null> => {
  const claims = await suite.world.deps.tokens.wallet.verify(token);
  const { address: pubkey, blockchain } = wallet;
  return suite.world.ports.vault.find(walletLookup(claims!, { pubkey, blockchain }));
};

/** A log-in whose address was registered by its first quote. */
const quoted = async () => {
  const wallet = evmWallet();
  const token = await tokenOf(wallet);
  await quote(token);
  return { wallet, token, userId: (await ownerOf(wallet, token)) ?? 'none' };
};

test('writes no event for a log-in and for reads, which find no payment', async () => {
  const wallet = evmWallet();
  const token = await tokenOf(wallet);
  const head = await suite.world.ports.eventStore.head();
  const listed = await get('', token);
  expect([listed.status, listed.body.data]).toEqual([200, []]);
  expectProblem(await get(`/bafyrei${'a'.repeat(52)}`, token), 404, 'PAYMENT_NOT_FOUND');
  const refused = await quote(token, randomUUID(), { ...QUOTE, assetId: 'x' });
  expect(refused.status).toBe(400);
  expect(await suite.world.ports.eventStore.head()).toEqual(head);
  expect(await ownerOf(wallet, token)).toBeNull();
});

test('registers the user at the first quote, whose earlier token stays valid', async () => {
  const { wallet, token, userId } = await quoted();
  const holder = await suite.world.deps.credentials.tokenHolder((await suite.world.deps.tokens.wallet.verify(token))!);
  expect(holder).toMatchObject({ user_id: userId, pubkey: wallet.address, kyc_status: 'PENDING' });
  await suite.world.service.changeKycStatus({ userId, status: 'APPROVED' }, context());
  await suite.world.project();
  const key = randomUUID();
  const answer = await quote(token, key);
  expect([answer.status, answer.body.data?.quoteId]).toEqual([200, expect.any(String)]);
  const later = await tokenOf(wallet);
  expect(await suite.world.deps.tokens.wallet.verify(later)).toMatchObject({
    uid: userId,
    blockchain: wallet.blockchain,
  });
  expect((await quote(later, key)).body).toEqual(answer.body);
});

test('refuses reads and quotes by the earlier token of a blocked user', async () => {
  const { token, userId, wallet } = await quoted();
  await suite.world.service.blockUser({ userId, change: 'BlockUser', reason: 'test' }, context());
  await suite.world.project();
  expectProblem(await quote(token), 403, 'USER_BLOCKED');
  expectProblem(await get('', token), 403, 'USER_BLOCKED');
  expectProblem(await walletDoor(suite.world.app).logIn(wallet), 403, 'USER_BLOCKED');
});

test('refuses a token of an erased user, and lists no payment for a token of an address', async () => {
  const { token, userId, wallet } = await quoted();
  const named = await tokenOf(wallet);
  await suite.world.service.eraseSubject({ userId, reason: 'test' }, context());
  await suite.world.project();
  expectProblem(await get('', named), 401, 'UNAUTHORIZED');
  const listed = await get('', token);
  expect([listed.status, listed.body.data]).toEqual([200, []]);
  await quote(token);
  const again = await ownerOf(wallet, token);
  expect([typeof again, again === userId]).toEqual(['string', false]);
});

test('accepts an old token that names its user and no network', async () => {
  const { token, userId } = await quoted();
  const { blockchain: _network, ...claims } = (await suite.world.deps.tokens.wallet.verify(token))!;
  const old = await suite.world.deps.tokens.wallet.sign({ ...claims, uid: userId }, 60);
  expect((await get('', old)).status).toBe(200);
  const nobody = await suite.world.deps.tokens.wallet.sign(claims, 60);
  expectProblem(await get('', nobody), 401, 'UNAUTHORIZED');
});

test('refuses the token of an address in the partners’ API', async () => {
  const claims = await suite.world.deps.tokens.wallet.verify(await tokenOf(evmWallet()));
  const forged = await suite.world.deps.tokens.v1.sign(claims!, 60);
  const answer = await request(suite.world.app).get('/api/v1/cashout/intents').set('Authorization', `Bearer ${forged}`);
  expectProblem(answer, 401, 'UNAUTHORIZED');
});
