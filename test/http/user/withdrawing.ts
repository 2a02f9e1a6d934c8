import request from 'supertest';
import { systemContext } from '../../../commands/handling/context';
import { SIMULATED_BRL } from '../../../infra/chains/simulated/network';
import type { WithdrawAnswer } from '../../../src/http/shared/withdraw.dto';
import type { HttpWorld, Partner, User } from '../world';

export const WITHDRAW = '/api/v1/cashout/withdraw';

/** Longer than the simulated network takes to be final. */
const FINAL_MS = 5_000;

export const setFeature = async (world: HttpWorld, { partnerId }: Partner, isOn: boolean): Promise<void> => {
  const context = systemContext('test', world.deps.ids.uuid(), 'test');
  await world.service.changePartnerTerms({ partnerId, features: { 'pegged-withdraw': isOn } }, context);
  await world.project();
};

/** Credits the wallet, sets the spender's allowance, and waits until both are final. */
export const credit = async (
  world: HttpWorld,
  partner: Partner,
  { pubkey, amount, allowance }: { readonly pubkey: string; readonly amount: string; readonly allowance?: string },
): Promise<void> => {
  const answer = await request(world.app)
    .post(`/api/v1/sandbox/wallets/${pubkey}/credit`)
    .set('Authorization', `Bearer ${partner.apiKey}`)
    .send({ assetId: SIMULATED_BRL, amount, ...(allowance === undefined ? {} : { allowance }) });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  world.clock.advance(FINAL_MS);
};

/** A partner that may, and a user whose wallet has R$ 500.00 and lets all of it be taken. */
export const withdrawer = async (world: HttpWorld, amount = '500') => {
  const partner = await world.partner();
  await setFeature(world, partner, true);
  const user = await world.user(partner);
  await credit(world, partner, { pubkey: user.pubkey, amount, allowance: '1000000' });
  return { partner, user };
};

export const bodyFor = ({ pubkey }: Pick<User, 'pubkey'>, differences: object = {}) => ({
  ...{ amount: 100, pixKey: 'fulano@exemplo.com', walletAddress: pubkey },
  ...differences,
});

export const withdrawAs = (
  { app }: Pick<HttpWorld, 'app'>,
  user: User,
  differences: object = {},
  headers: Readonly<Record<string, string>> = {},
) =>
  request(app)
    .post(WITHDRAW)
    .set({ Authorization: `Bearer ${user.token}`, ...headers })
    .send(bodyFor(user, differences));

export const readAs = async ({ app }: Pick<HttpWorld, 'app'>, user: User, withdrawId: string) => {
  const answer = await request(app).get(`${WITHDRAW}/${withdrawId}`).set('Authorization', `Bearer ${user.token}`);
  return (answer.body as { data: WithdrawAnswer }).data;
};
