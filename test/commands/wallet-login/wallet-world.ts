import type { FinishWalletLoginDeps } from '../../../commands/wallet-login/finish-wallet-login';
import type { OneTimeCode } from '../../../commands/wallet-login/otp-sender';
import type { LoginCaller } from '../../../commands/wallet-login/wallet-login';
import { randomIds } from '../../../infra/ids';
import { createChallengeWriter, loginSiteOf } from '../../../infra/wallets';
import { core } from '../../core';
import { createMemoryExpiringValues } from '../../doubles/memory-expiring-values';

export const WALLET: LoginCaller = {
  network: { name: 'ethereum', family: 'evm', chainId: 1 },
  address: '0x00000000000000000000000000000000000000aa',
  caller: '192.0.2.1',
};

/** Dependencies of the wallet commands, in memory; a right signature is the challenge in capitals. */
export const walletWorld = () => {
  const deps = core();
  const sent: OneTimeCode[] = [];
  return {
    ...deps,
    ids: randomIds,
    sent,
    expiring: createMemoryExpiringValues(deps.clock),
    instance: { id: 'acme', mode: 'live' as const },
    isOtpRequired: false,
    writeChallenge: createChallengeWriter(loginSiteOf('https://acme.example')),
    otpSender: { send: (message: OneTimeCode) => void sent.push(message) },
    verifyWallet: (async ({ challenge, signature }) =>
      signature === challenge.toUpperCase()) satisfies FinishWalletLoginDeps['verifyWallet'],
  };
};
