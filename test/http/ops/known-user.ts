import { systemContext } from '../../../commands/handling/context';
import { openCharge } from '../sandbox/charged-cashin';
import { openIntent } from '../sandbox/waiting-payout';
import { payOnChain, workOff } from '../user/pay-on-chain';
import type { HttpWorld, Partner, User } from '../world';

/** A user of a new partner, known to the partner by this external id. */
export const knownUser = async (
  world: HttpWorld,
  externalUserId: string,
): Promise<{ readonly partner: Partner; readonly user: User }> => {
  const partner = await world.partner();
  const user = await world.user(partner);
  const { partnerId, mode } = partner;
  const context = { ...systemContext('test', world.deps.ids.uuid(), 'test'), partnerId, mode };
  await world.service.changeExternalId({ partnerId, mode, userId: user.userId, externalUserId }, context);
  return { partner, user };
};

/** The id of a cash-out to this e-mail address that is paid by `txid`; null: it waits for its payment. */
export const cashoutTo = async (world: HttpWorld, user: User, pixKey: string, txid: string | null): Promise<string> => {
  const intent = await openIntent(world, user, { assetId: 202, pixKey, pixKeyType: 'EMAIL' });
  const { intentId, memo, receiver, amountBaseUnits } = intent;
  if (txid !== null) await payOnChain(world, { txid, receiver, amountBaseUnits, memos: [memo], assetId: 202 });
  return intentId;
};

/** The id of a cash-in that waits for its charge to be paid; all that is due is done. */
export const chargedCashin = async (world: HttpWorld, user: User): Promise<string> => {
  const intentId = await openCharge(world, user);
  await workOff(world);
  return intentId;
};
