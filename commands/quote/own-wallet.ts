import { rejection } from '../../aggregates/rejection';
import type { UserCaller } from '../handling/caller';

/**
 * The wallet that will pay, as the user's record spells it; null when none is named. Refuses WALLET_MISMATCH when it is
 * not the user's own.
 */
export const ownWallet = ({ pubkey }: Pick<UserCaller, 'pubkey'>, sender: string | null): string | null => {
  if (sender === null) return null;
  if (pubkey === null || !isSameAddress(sender, pubkey)) {
    throw rejection('WALLET_MISMATCH', 'sender is not the wallet of the authenticated user');
  }
  return pubkey;
};

const HEX_ADDRESS = /^0x[0-9a-f]+$/i;

/** Only in hex does case mean nothing: two base58 addresses that differ in it are two people's. */
const isSameAddress = (one: string, other: string): boolean =>
  one === other || (HEX_ADDRESS.test(one) && HEX_ADDRESS.test(other) && one.toLowerCase() === other.toLowerCase());
