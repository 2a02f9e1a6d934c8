import type { Position } from '../../aggregates/events';
import type { Mode } from '../../aggregates/partner/events';
import { rejection } from '../../aggregates/rejection';
import type { Wallet } from '../../aggregates/user/events';
import { user } from '../../aggregates/user/user';
import { systemContext } from '../handling/context';
import { commandIdOf } from '../handling/deterministic-ids';
import { stateOf } from '../handling/reading/read-stream';
import type { HandleDeps } from '../handling/request';
import type { Ids } from '../ports/ids';
import type { KeyVault, Lookup } from '../ports/key-vault';
import { registerUser } from '../user/register-user';
import { type Instance, type InstancePartner, instancePartner } from './instance-partner';

export type RegisterWalletDeps = HandleDeps & {
  readonly ids: Ids;
  readonly vault: KeyVault;
  readonly instance: Instance;
  readonly workerId: string;
};

export interface RegisteredWallet {
  readonly userId: string;
  readonly position: Position | null;
}

export const walletLookup = (owner: { readonly partnerId: string; readonly mode: Mode }, wallet: Wallet): Lookup => ({
  ...{ partnerId: owner.partnerId, mode: owner.mode },
  ...{ kind: 'WALLET', value: `${wallet.blockchain}:${wallet.pubkey}` },
});

/** Replaces a missing user: no row is written under it, so its lists are empty. */
export const visitorIdOf = (owner: { readonly partnerId: string; readonly mode: Mode }, wallet: Wallet): string =>
  commandIdOf('wallet-visitor', owner.partnerId, owner.mode, wallet.blockchain, wallet.pubkey);

/** Refuses PARTNER_INACTIVE. */
export const openInstance =
  (deps: RegisterWalletDeps) =>
  async (requestId: string): Promise<InstancePartner> => {
    const found = await instancePartner(deps)(requestId);
    if (found.status !== 'ACTIVE') throw rejection('PARTNER_INACTIVE', 'The login by wallet is disabled');
    return found;
  };

export const mustNotBeBlocked = async (deps: HandleDeps, userId: string): Promise<void> => {
  const { status } = await stateOf(deps.eventStore, user, userId);
  if (status === 'BLOCKED') throw rejection('USER_BLOCKED', 'The user is blocked');
};

/** Concurrent first quotes make one user. Refuses USER_BLOCKED and PARTNER_INACTIVE. */
export const registerWallet =
  (deps: RegisterWalletDeps) =>
  async (wallet: Wallet, requestId: string): Promise<RegisteredWallet> => {
    const { partnerId, mode } = await openInstance(deps)(requestId);
    const commandId = commandIdOf('wallet-login', partnerId, mode, wallet.blockchain, wallet.pubkey);
    const context = { ...systemContext(deps.workerId, commandId, requestId), partnerId, mode, requestId };
    const { userId, position } = await registerUser(deps)({ partnerId, mode, externalUserId: null, wallet }, context);
    await mustNotBeBlocked(deps, userId);
    return { userId, position };
  };
