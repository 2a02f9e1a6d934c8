import { rejection } from '../../aggregates/rejection';
import type { UserCaller } from '../handling/caller';

/** The sender as the user's record spells it; null when the request names none. Refuses WALLET_MISMATCH. */
export const ownWallet = ({ pubkey }: Pick<UserCaller, 'pubkey'>, sender: string | null): string | null => {
  if (sender === null) return null;
  if (pubkey === null || !isSameAddress(sender, pubkey)) {
    throw rejection('WALLET_MISMATCH', 'The wallet does not belong to the authenticated user');
  }
  return pubkey;
};

const HEX_ADDRESS = /^0x[0-9a-f]+$/i;

/** Case matters in base58, not in hex. */
const isSameAddress = (one: string, other: string): boolean =>
  one === other || (HEX_ADDRESS.test(one) && HEX_ADDRESS.test(other) && one.toLowerCase() === other.toLowerCase());
