import { v5 } from 'uuid';
import { type NetworkName, SIMULATED_NETWORK } from '../../aggregates/chain';

/** UUID version 5 namespace of our ids; must never change. */
const NAMESPACE = '6f1d7c52-9f0e-5d0b-9a53-0c4a3a1f7e21';

/** The same parts give the same id: `commandIdOf('match-deposit', depositId)`. */
export const commandIdOf = (...parts: readonly string[]): string => v5(parts.join('\n'), NAMESPACE);

export const eventIdOf = (commandId: string, index: number): string => v5(String(index), commandId);

export const streamIdOf = (commandId: string): string => v5('stream', commandId);

/** The key under which the provider pays an attempt at most once. */
export const providerKeyOf = (ownerId: string, attempt: number): string => v5(`${ownerId}\n${attempt}`, NAMESPACE);

/** A wallet as a partner's withdrawals name it; the address in its canonical form. */
export interface GuardedWallet {
  readonly network: NetworkName;
  readonly wallet: string;
  readonly partnerId: string;
}

/**
 * Of the stream that guards a wallet. On a chain of the world it is one, whoever asks; on the network that the sandbox
 * plays each partner has books of his own, so that a wallet of that address is another one for each.
 */
export const balanceIdOf = ({ network, wallet, partnerId }: GuardedWallet): string => {
  const owner = network === SIMULATED_NETWORK ? [partnerId] : [];
  return v5(['balance', network, wallet, ...owner].join('\n'), NAMESPACE);
};

/** What `balanceIdOf` was before a wallet of the simulated network was each partner's own. */
export const formerBalanceIdOf = ({ network, wallet }: GuardedWallet): string =>
  v5(['balance', network, wallet].join('\n'), NAMESPACE);

/** The key under which a withdrawal's wallet is debited at most once. */
export const redemptionKeyOf = (withdrawId: string): string => v5(`redemption\n${withdrawId}`, NAMESPACE);

/** The key under which an attempt delivers a cash-in's crypto at most once. */
export const deliveryIdOf = (intentId: string, attempt: number): string =>
  v5(`delivery\n${intentId}\n${attempt}`, NAMESPACE);

/** The key under which an attempt gives a PIX back at most once. */
export const refundKeyOf = (intentId: string, endToEndId: string, attempt: number): string =>
  v5(`refund\n${intentId}\n${endToEndId}\n${attempt}`, NAMESPACE);

/** The id of the user's n-th KYC session, from 1: two starts at once meet in one stream. */
export const sessionIdOf = (userId: string, number: number): string =>
  commandIdOf('kyc-session', userId, number.toString());
