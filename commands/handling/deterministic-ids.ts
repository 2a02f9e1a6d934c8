import { v5 } from 'uuid';

/** UUID version 5 namespace of our ids; must never change. */
const NAMESPACE = '6f1d7c52-9f0e-5d0b-9a53-0c4a3a1f7e21';

/** The same parts give the same id: `commandIdOf('match-deposit', depositId)`. */
export const commandIdOf = (...parts: readonly string[]): string => v5(parts.join('\n'), NAMESPACE);

export const eventIdOf = (commandId: string, index: number): string => v5(String(index), commandId);

export const streamIdOf = (commandId: string): string => v5('stream', commandId);

/** The key under which the provider pays an attempt at most once (design: domain, section 3). */
export const providerKeyOf = (ownerId: string, attempt: number): string => v5(`${ownerId}\n${attempt}`, NAMESPACE);

/** Of the stream that guards a wallet; the address in its canonical form. */
export const balanceIdOf = (network: string, wallet: string): string => v5(`balance\n${network}\n${wallet}`, NAMESPACE);

/** The key under which a withdrawal's wallet is debited at most once. */
export const redemptionKeyOf = (withdrawId: string): string => v5(`redemption\n${withdrawId}`, NAMESPACE);

/** The key under which an attempt delivers a cash-in's crypto at most once. */
export const deliveryIdOf = (intentId: string, attempt: number): string =>
  v5(`delivery\n${intentId}\n${attempt}`, NAMESPACE);

/** The key under which an attempt gives a PIX back at most once. */
export const refundKeyOf = (intentId: string, endToEndId: string, attempt: number): string =>
  v5(`refund\n${intentId}\n${endToEndId}\n${attempt}`, NAMESPACE);
