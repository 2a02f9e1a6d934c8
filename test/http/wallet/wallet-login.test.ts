import request, { type Response } from 'supertest';
import { systemContext } from '../../../commands/handling/context';
import { instancePartnerId } from '../../../commands/wallet-login/instance-partner';
import { everyWallet, evmWallet, type Signed, type TestWallet, xrplWallet } from '../../samples/wallets';
import { expectProblem } from '../expect-problem';
import { httpSuite } from '../suite';
import { walletDoor } from './wallet-door';

const suite = httpSuite();

const door = () => walletDoor(suite.world.app);
const challengeOf = (wallet: TestWallet) => door().challengeOf(wallet);
const verify = (wallet: TestWallet, signed: Signed) => door().verify(wallet, signed);
const logIn = (wallet: TestWallet) => door().logIn(wallet);

const claimsOf = async (answer: Response) => {
  expect([answer.status, answer.body]).toEqual([200, expect.anything()]);
  return suite.world.deps.tokens.wallet.verify(answer.body.data.tokenJWT as string);
};

const refusal = async (answer: Response) => {
  const { requestId, ...body } = answer.body as { requestId: string };
  expect(requestId).toEqual(expect.any(String));
  return [answer.status, body] as const;
};

const UNAUTHORIZED = [401, { success: false, error: 'Unauthorized', code: 'UNAUTHORIZED' }];

describe('logging in', () => {
  it.each(everyWallet())('%s: a signed challenge is a token of the wallet surface', async (_name, wallet) => {
    const answer = await logIn(wallet);
    expect(answer.body).toEqual({
      success: true,
      error: null,
      data: { tokenJWT: expect.any(String), expiresIn: 3600 },
    });
    const claims = await claimsOf(answer);
    const partnerId = instancePartnerId({ id: 'lastro', mode: 'sandbox' });
    const { address: pubkey, blockchain } = wallet;
    expect(claims).toEqual({ pubkey, uid: null, partnerId, mode: 'sandbox', blockchain });
    expect(await suite.world.deps.tokens.v1.verify(answer.body.data.tokenJWT as string)).toBeNull();
    const holder = await suite.world.deps.credentials.tokenHolder(claims!);
    expect(holder).toMatchObject({ pubkey: wallet.address, kyc_status: 'PENDING', partner_status: 'ACTIVE' });
    const again = await claimsOf(await logIn(wallet));
    expect(again).toEqual(claims);
  });

  it('gives one user and the same challenges to the two spellings of an EVM address', async () => {
    const wallet = evmWallet();
    const mixed = { ...wallet, address: (await import('ethers')).getAddress(wallet.address) };
    expect(mixed.address).not.toBe(wallet.address);
    const signed = await wallet.sign(await challengeOf(mixed));
    const first = await claimsOf(await verify(wallet, signed));
    expect(await refusal(await verify(mixed, signed))).toEqual(UNAUTHORIZED);
    expect(await claimsOf(await logIn(mixed))).toEqual(first);
  });

  it('makes two accounts for one address on two networks', async () => {
    const wallet = evmWallet();
    const first = await claimsOf(await logIn(wallet));
    const second = await claimsOf(await logIn({ ...wallet, blockchain: 'polygon' }));
    expect([first?.blockchain, second?.blockchain]).toEqual([wallet.blockchain, 'polygon']);
  });
});

describe('the 401 of every failure', () => {
  const attacker = evmWallet();
  const cases: readonly (readonly [string, () => Promise<Response>])[] = [
    ['no challenge', async () => verify(attacker, await attacker.sign('hello'))],
    [
      'somebody else signed',
      async () => {
        const wallet = evmWallet();
        return verify(wallet, await attacker.sign(await challengeOf(wallet)));
      },
    ],
    [
      'the challenge of another address',
      async () => {
        const [wallet, other] = [evmWallet(), evmWallet()];
        await challengeOf(wallet);
        return verify(wallet, await wallet.sign(await challengeOf(other)));
      },
    ],
    [
      'a replay',
      async () => {
        const wallet = evmWallet();
        const signed = await wallet.sign(await challengeOf(wallet));
        expect((await verify(wallet, signed)).status).toBe(200);
        return verify(wallet, signed);
      },
    ],
    [
      'XRPL without a public key',
      async () => {
        const wallet = xrplWallet();
        const { signature } = await wallet.sign(await challengeOf(wallet));
        return verify(wallet, { signature });
      },
    ],
    [
      'nonsense',
      async () => {
        await challengeOf(attacker);
        return verify(attacker, { signature: '?' });
      },
    ],
  ];

  it.each(cases)('%s', async (_name, attempt) => {
    expect(await refusal(await attempt())).toEqual(UNAUTHORIZED);
  });
});

describe('standing', () => {
  it('reports the block of a user only after a valid signature', async () => {
    const wallet = evmWallet();
    const { address: pubkey, blockchain } = wallet;
    const { userId } = await suite.world.service.registerWallet({ pubkey, blockchain }, 'test');
    const change = { userId, change: 'BlockUser', reason: 'test' } as const;
    await suite.world.service.blockUser(change, systemContext('test', '0f8fad5b-d9cb-469f-a165-70867728950e', 'test'));
    expectProblem(await logIn(wallet), 403, 'USER_BLOCKED');
    await challengeOf(wallet);
    expect(await refusal(await verify(wallet, await evmWallet().sign('x')))).toEqual(UNAUTHORIZED);
  });

  it('answers 503 without a log-in while the store is away', async () => {
    const wallet = evmWallet();
    const app = suite.world.appWith({
      finishWalletLogin: () => Promise.reject(Object.assign(new Error('away'), { code: 'ECONNREFUSED' })),
    });
    const answer = await request(app)
      .post('/api/auth/verify')
      .send({ ...wallet, family: undefined, signature: 'x' });
    expectProblem(answer, 503, 'SERVICE_UNAVAILABLE');
  });
});
