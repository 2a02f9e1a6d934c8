import { randomBytes } from 'node:crypto';
import request from 'supertest';
import { payOnChain } from '../user/pay-on-chain';
import type { HttpWorld, User } from '../world';

/** The sandbox bank waits with what is paid to this key. */
const STUCK_KEY = '00000000-0000-4000-8000-000000000005';

type Intent = Readonly<Record<'intentId' | 'memo' | 'receiver' | 'amountBaseUnits', string>>;

const STUCK = { assetId: 202, pixKey: STUCK_KEY, pixKeyType: 'EVP' };

/** An unpaid intent over R$ 30.00. */
export const openIntent = async (
  { app }: HttpWorld,
  { token }: User,
  paying: typeof STUCK = STUCK,
): Promise<Intent> => {
  const post = (path: string, body: object) =>
    request(app)
      .post(`/api/v1/cashout/${path}`)
      .set({ Authorization: `Bearer ${token}` })
      .send(body);
  const quoted: { readonly body: { readonly data: { readonly quoteId: string } } } = await post('quote', {
    ...paying,
    amount: 30,
  });
  const opened: { readonly body: { readonly data: Intent } } = await post('intent', {
    quoteId: quoted.body.data.quoteId,
  });
  return opened.body.data;
};

/** The id of one that was paid on its network; its payout waits at the bank. */
export const waitingPayout = async (world: HttpWorld, user: User): Promise<string> => {
  const { intentId, memo, receiver, amountBaseUnits } = await openIntent(world, user);
  const txid = `0x${randomBytes(32).toString('hex')}`;
  await payOnChain(world, { txid, receiver, amountBaseUnits, memos: [memo], assetId: 202 });
  return intentId;
};
