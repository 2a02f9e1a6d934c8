import type { LoginNetwork, VerifyWallet } from '../../../commands/wallet-login/wallet-login';
import { createWalletVerifier, type WalletOptions } from '../../../infra/wallets';
import type { Signed } from '../../samples/wallets';
import { LOGIN_NETWORKS } from '../../stores/login-networks';

export const TEXT = 'Sign in to lastro with your wallet.\n\nNonce: 9f86d081884c7d659a2feaa0c55ad015';

export const verifierOf = (options: Partial<WalletOptions> = {}): VerifyWallet =>
  createWalletVerifier({ callContract: null, onTrouble: () => undefined, ...options });

export const CALLER = '192.0.2.1/32';

export interface Claim {
  readonly blockchain: string;
  readonly address: string;
}

/** Resolves with true when the signature of the text opens the address; `network` for an unusual one. */
export const opens =
  (verify: VerifyWallet = verifierOf(), network?: LoginNetwork) =>
  async ({ blockchain, address }: Claim, signed: WithKey, text = TEXT): Promise<boolean> => {
    const { signature, publicKey = null, mayAskContract = true } = signed;
    const found = network ?? LOGIN_NETWORKS.find(({ name }) => name === blockchain);
    if (found === undefined) throw new Error(`no network ${blockchain}`);
    const asked = { caller: CALLER, mayAskContract };
    return verify({ network: found, address, challenge: text, signature, publicKey, ...asked });
  };

type WithKey = Omit<Signed, 'publicKey'> & {
  readonly publicKey?: string | null | undefined;
  readonly mayAskContract?: boolean;
};
