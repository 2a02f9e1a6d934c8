import { getAddress } from 'ethers';
import request from 'supertest';
import { evmWallet, type TestWallet } from '../../samples/wallets';
import { httpSuite } from '../suite';
import { walletDoor } from './wallet-door';

const suite = httpSuite();

const post = (path: string, body: object) => walletDoor(suite.world.app).post(path, body);
const challengeOf = (wallet: TestWallet) => walletDoor(suite.world.app).challengeOf(wallet);
const logIn = (wallet: TestWallet) => walletDoor(suite.world.app).logIn(wallet);

describe('the challenge', () => {
  it('names its site, its purpose and its time in ASCII', async () => {
    const wallet = evmWallet();
    const answer = await post('challenge', { address: wallet.address, blockchain: 'ethereum' });
    const now = suite.world.clock.now();
    const expiresAt = new Date(now + 300_000).toISOString();
    const data = { challenge: expect.any(String), challengeId: expect.stringMatching(/^[0-9a-f]{32}$/), expiresAt };
    expect(answer.body).toEqual({ success: true, error: null, data });
    const text = answer.body.data.challenge as string;
    expect(text).toMatch(/^[\x20-\x7e\n]+$/);
    for (const line of [
      'pay.example wants you to sign in with your Ethereum account:',
      getAddress(wallet.address),
      'URI: https://pay.example/x',
      'Chain ID: 1',
      `Issued At: ${new Date(now).toISOString()}`,
      `Expiration Time: ${expiresAt}`,
    ])
      expect(text.split('\n')).toContain(line);
    expect(text).toMatch(/\nNonce: [0-9a-f]{32}\n/);
    expect(text).toContain('moves nothing');
  });

  it('looks the same for a known address', async () => {
    const [known, unknown] = [evmWallet(), evmWallet()];
    await logIn(known);
    const shapeOf = (text: string, { address }: TestWallet) =>
      text.replace(getAddress(address), 'ADDRESS').replace(/Nonce: \S+/, 'Nonce');
    expect(shapeOf(await challengeOf(known), known)).toBe(shapeOf(await challengeOf(unknown), unknown));
  });

  it('requires an address of a network of the catalog, field by field', async () => {
    const wallet = evmWallet();
    const wrong: readonly (readonly [object, string])[] = [
      [{ address: wallet.address, blockchain: 'dogecoin' }, 'blockchain'],
      [{ address: wallet.address, blockchain: 'Ethereum' }, 'blockchain'],
      [{ address: wallet.address, blockchain: 'tron' }, 'address'],
      [{ address: `${wallet.address}0`, blockchain: 'ethereum' }, 'address'],
      [{ blockchain: 'ethereum' }, 'address'],
      [{ address: wallet.address }, 'blockchain'],
      [{ address: wallet.address, blockchain: 'ethereum', partnerId: 'p1' }, 'partnerId'],
      [{ address: 7, blockchain: 'ethereum' }, 'address'],
    ];
    for (const [body, field] of wrong) {
      const answer = await post('challenge', body);
      expect([body, answer.status]).toEqual([body, 400]);
      expect(Object.keys(answer.body.error.fieldErrors as object)).toEqual([field]);
    }
  });

  it('answers 405 to another method, without a redirect', async () => {
    expect((await request(suite.world.app).get('/api/auth/challenge')).status).toBe(405);
    expect((await request(suite.world.app).post('/api/v1/auth/challenge').send({})).status).toBe(404);
  });
});
