import { v5 } from 'uuid';
import { type NetworkName, SIMULATED_NETWORK } from '../../aggregates/chain';

/** UUID version 5 namespace of our ids; must never change. */
const NAMESPACE = '6f1d7c52-9f0e-5d0b-9a53-0c4a3a1f7e21';

/** Equal parts give an equal id: `commandIdOf('match-deposit', depositId)`. */
export const commandIdOf = (...parts: readonly string[]): string => v5(parts.join('\n'), NAMESPACE);

export const eventIdOf = (commandId: string, index: number): string => v5(String(index), commandId);

export const streamIdOf = (commandId: string): string => v5('stream', commandId);

/** The key under which the provider pays an attempt at most once. */
export const providerKeyOf = (ownerId: string, attempt: number): string => v5(`${ownerId}\n${attempt}`, NAMESPACE);

/** A wallet as a partner's withdrawals name it; its address is in canonical form. */
export interface GuardedWallet {
  readonly network: NetworkName;
  readonly wallet: string;
  readonly partnerId: string;
}

/** A real chain has one stream for all partners; on the sandbox's network each partner has its own. */
export const balanceIdOf = ({ network, wallet, partnerId }: GuardedWallet): string => {
  const owner = network === SIMULATED_NETWORK ? [partnerId] : [];
  return v5(['balance', network, wallet, ...owner].join('\n'), NAMESPACE);
};

/** The former `balanceIdOf`, from when partners shared the wallets of the simulated network. */
export const formerBalanceIdOf = ({ network, wallet }: GuardedWallet): string =>
  v5(['balance', network, wallet].join('\n'), NAMESPACE);

export const redemptionKeyOf = (withdrawId: string): string => v5(`redemption\n${withdrawId}`, NAMESPACE);

export const deliveryIdOf = (intentId: string, attempt: number): string =>
  v5(`delivery\n${intentId}\n${attempt}`, NAMESPACE);

export const refundKeyOf = (intentId: string, endToEndId: string, attempt: number): string =>
  v5(`refund\n${intentId}\n${endToEndId}\n${attempt}`, NAMESPACE);

/** The id of the user's n-th KYC session, from 1: two simultaneous starts use one stream. */
export const sessionIdOf = (userId: string, number: number): string =>
  commandIdOf('kyc-session', userId, number.toString());
