import type { Express } from 'express';
import request from 'supertest';
import { evmWallet, type TestWallet } from '../../samples/wallets';
import { createWorld, type HttpWorld } from '../world';

let world: HttpWorld;
let app: Express;

beforeAll(async () => {
  world = await createWorld();
  const trustedProxies = ['127.0.0.0/8', '::ffff:127.0.0.0/104'];
  app = world.appWith({ settings: { ...world.deps.settings, trustedProxies } });
});
afterAll(() => world.close());

const OWNER = '192.0.2.1';
const STRANGERS = ['198.51.100.7', '2001:db8:1::1', '2001:db8:2::1'] as const;

const post = (from: string, path: string, body: object) =>
  request(app).post(`/api/auth/${path}`).set('X-Forwarded-For', from).send(body);
const named = ({ address, blockchain }: TestWallet) => ({ address, blockchain });

interface Asked {
  readonly challenge: string;
  readonly challengeId: string;
}

const ask = async (from: string, wallet: TestWallet): Promise<Asked> =>
  (await post(from, 'challenge', named(wallet))).body.data as Asked;

/** Everything that strangers can send about somebody else's wallet. */
const besiege = async (wallet: TestWallet, challengeId: string): Promise<void> => {
  const wrong = { ...named(wallet), ...(await evmWallet().sign('x')) };
  for (const from of STRANGERS) {
    for (let count = 0; count < 6; count += 1) {
      await ask(from, wallet);
      expect((await post(from, 'verify', wrong)).status).toBe(401);
      expect((await post(from, 'verify', { ...wrong, challengeId })).status).toBe(401);
    }
  }
};

test('B4: the owner logs in with the challenge of before, whatever strangers ask and try', async () => {
  const wallet = evmWallet();
  const { challenge, challengeId } = await ask(OWNER, wallet);
  const other = await ask(OWNER, wallet);
  await besiege(wallet, challengeId);
  const unnamed = { ...named(wallet), ...(await wallet.sign(challenge)) };
  expect((await post(OWNER, 'verify', unnamed)).status).toBe(200);
  const byName = { ...named(wallet), challengeId: other.challengeId, ...(await wallet.sign(other.challenge)) };
  expect((await post(STRANGERS[0], 'verify', byName)).status).toBe(200);
});

test('B4: a network is a /64 of IPv6, for the challenges as for the limits', async () => {
  const wallet = evmWallet();
  const { challenge } = await ask('2001:db8:9:9::1', wallet);
  const signed = { ...named(wallet), ...(await wallet.sign(challenge)) };
  expect((await post('2001:db8:9:8::1', 'verify', signed)).status).toBe(401);
  expect((await post('2001:db8:9:9:ffff::2', 'verify', signed)).status).toBe(200);
});

test('B4: what one network asked for is not tried for another, unless it is named', async () => {
  const wallet = evmWallet();
  const { challenge, challengeId } = await ask(OWNER, wallet);
  const signed = { ...named(wallet), ...(await wallet.sign(challenge)) };
  expect((await post(STRANGERS[0], 'verify', signed)).status).toBe(401);
  expect((await post(STRANGERS[0], 'verify', { ...signed, challengeId: '0'.repeat(32) })).status).toBe(401);
  expect((await post(STRANGERS[0], 'verify', { ...signed, challengeId })).status).toBe(200);
});
