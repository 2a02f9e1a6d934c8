import type { ChainFamily } from '../../aggregates/chain';
import type { VerifyWallet } from '../../commands/wallet-login/wallet-login';
import { type CallContract, verifyEvm } from './evm';
import { verifySolana } from './solana';
import { verifyStellar } from './stellar';
import { verifyTron } from './tron';
import { verifyXrpl } from './xrpl';

export interface WalletOptions {
  /** For EIP-1271; null when contract wallets cannot be asked. */
  readonly callContract: CallContract | null;
  /** Somebody's nonsense, or a node that is away: never what was signed. */
  readonly onTrouble: (error: unknown) => void;
}

/** How each family proves a login. The SDKs are loaded with the first login of their family. */
export const createWalletVerifier = ({ callContract, onTrouble }: WalletOptions): VerifyWallet => {
  const verifiers: Readonly<Record<ChainFamily, VerifyWallet>> = {
    evm: verifyEvm(callContract),
    solana: verifySolana,
    stellar: verifyStellar,
    tron: verifyTron,
    xrpl: verifyXrpl,
  };
  return async (login) => {
    try {
      return await verifiers[login.network.family](login);
    } catch (error) {
      onTrouble(error);
      return false;
    }
  };
};
