import type { Request } from 'express';
import { ACCOUNTS, readYourWrites } from '../request/command-context';
import type { UserPrincipal } from '../request/principal';
import { becomeUser, stateOf, userOf } from '../request/request-state';

/** Registers the caller's address if needed; from here on the request is that user's. */
export const registeredUser = async (request: Request): Promise<UserPrincipal> => {
  const visitor = userOf(request);
  const { wallet } = visitor;
  if (wallet === null || wallet.isRegistered) return visitor;
  const { deps, requestId } = stateOf(request);
  const { pubkey, blockchain } = wallet;
  const { userId, position } = await deps.registerWallet({ pubkey, blockchain }, requestId);
  await readYourWrites(request, ACCOUNTS, position);
  const user = { ...visitor, userId, wallet: { pubkey, blockchain, isRegistered: true } };
  becomeUser(request, user);
  return user;
};
