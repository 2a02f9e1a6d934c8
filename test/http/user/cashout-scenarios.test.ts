import { randomBytes } from 'node:crypto';
import request from 'supertest';
import { typesOf } from '../../core';
import { createWorld, FIXED_CODE, type HttpWorld, type User } from '../world';
import { payOnChain } from './pay-on-chain';

let world: HttpWorld;
let user: User;

beforeAll(async () => {
  world = await createWorld();
  user = await world.user(await world.partner());
});
afterAll(() => world.close());

/** The two doors to the same cash-outs. */
const DOORS = {
  user: {
    quote: ['/api/v1/cashout/quote', { assetId: 202, invoiceCode: FIXED_CODE }],
    creation: '/api/v1/cashout/intent',
  },
  wallet: {
    quote: ['/api/payments/quote', { assetId: 202, code: FIXED_CODE, blockchain: 'ethereum' }],
    creation: '/api/payments/create',
  },
} as const;

type Data = Readonly<Record<'id' | 'quoteId' | 'memo' | 'receiver' | 'amountBaseUnits', string>>;

const asked = async (door: keyof typeof DOORS, path: string, body: object, headers: object = {}): Promise<Data> => {
  const token = door === 'user' ? user.token : user.walletToken;
  const answer = await request(world.app)
    .post(path)
    .set({ Authorization: `Bearer ${token}`, ...headers })
    .send(body);
  return (answer.body as { readonly data: Data }).data;
};

/** The id of an intent that was paid on its network, and whose payout was brought to its end. */
const paid = async (door: keyof typeof DOORS, scenario: string): Promise<string> => {
  const { quote, creation } = DOORS[door];
  const { quoteId } = await asked(door, quote[0], quote[1], { 'X-Sandbox-Scenario': scenario });
  const { id, memo, receiver, amountBaseUnits } = await asked(door, creation, { quoteId });
  const txid = `0x${randomBytes(32).toString('hex')}`;
  await payOnChain(world, { txid, receiver, amountBaseUnits, memos: [memo], assetId: 202 });
  return id;
};

const typesIn = (id: string) => typesOf(world.eventStore, `cashout-${id}`);

it.each([
  'user',
  'wallet',
] as const)('plays the scenario of a quote in its payout through the API of the %s', async (door) => {
  const types = await typesIn(await paid(door, 'SETTLE_FAIL'));
  expect(types.slice(-3)).toEqual(['PayoutRejected', 'CashoutFailed', 'RefundDue']);
});
