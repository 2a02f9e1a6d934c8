import { randomBytes } from 'node:crypto';
import { getAddress } from 'ethers';
import request from 'supertest';
import { SIMULATED_BRL } from '../../../../infra/chains/simulated/network';
import { expectInvalid, expectProblem } from '../../../http/expect-problem';
import { createWorld, type HttpWorld, type Partner } from '../../../http/world';

let world: HttpWorld;
let partner: Partner;
const address = (): string => `0x${randomBytes(20).toString('hex')}`;

beforeAll(async () => {
  world = await createWorld();
  partner = await world.partner();
});
afterAll(() => world.close());

const credit = (wallet: string, body: object, owner: Pick<Partner, 'apiKey'> = partner) =>
  request(world.app)
    .post(`/api/v1/sandbox/wallets/${wallet}/credit`)
    .set({ Authorization: `Bearer ${owner.apiKey}` })
    .send(body);

const readingOf = async ({ partnerId }: Partner, wallet: string) => {
  const context = { requestId: 'r', partnerId, mode: 'sandbox', deadlineMs: world.clock.now() + 1_000 } as const;
  const read = await world.ports.redemptions.choose('sandbox', null)?.readBalance(context, wallet);
  if (read?.ok !== true) throw new Error('The balance cannot be read');
  return [read.value.balanceBaseUnits, read.value.allowanceBaseUnits];
};

test('a wallet has its credit once that is final, and only in the partner’s own sandbox', async () => {
  const wallet = address();
  const body = { assetId: SIMULATED_BRL, amount: '250.05', allowance: '100' };
  const answer = await credit(getAddress(wallet), body);
  expect([answer.status, answer.body.data]).toMatchObject([
    200,
    { ...body, address: wallet, symbol: 'BRLS', network: 'simulated' },
  ]);
  expect(await readingOf(partner, wallet)).toEqual(['0', '0']);
  world.clock.advance(3_000);
  expect(await readingOf(partner, wallet)).toEqual(['250050000000000000000', '100000000000000000000']);
  expect(await readingOf(await world.partner(), wallet)).toEqual(['0', '0']);
});

test.each([
  [{ assetId: SIMULATED_BRL }, 'amount'],
  [{ assetId: SIMULATED_BRL, amount: 5 }, 'amount'],
  [{ assetId: SIMULATED_BRL, amount: '-5' }, 'amount'],
  [{ assetId: SIMULATED_BRL, amount: '1'.repeat(16) }, 'amount'],
  [{ assetId: SIMULATED_BRL, amount: '1', allowance: '1.0000000000000000001' }, 'allowance'],
  [{ assetId: 202, amount: '1' }, 'assetId'],
])('%j is refused', async (body, field) => {
  expectInvalid(await credit(address(), body), [field]);
});

test('a credit with an unknown asset or an invalid address is refused', async () => {
  expectProblem(await credit(address(), { assetId: 999, amount: '1' }), 400, 'INVALID_ASSET_ID');
  for (const wallet of ['x', '0x1', `0x${'0'.repeat(41)}`, 'GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN'])
    expectInvalid(await credit(wallet, { assetId: SIMULATED_BRL, amount: '1' }), ['address']);
});
