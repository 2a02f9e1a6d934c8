import type { Logger } from 'pino';
import { createContractCalls, type TakeCall } from '../../../infra/chains/evm/wallet/contract-calls';
import { type Limiter, waitSecondsOf } from '../../../infra/http/rate-limits';
import { createChallengeWriter, createWalletVerifier, loginSiteOf } from '../../../infra/wallets';
import type { Config } from '../../config';
import type { ServicePorts } from '../../service-ports';
import { openMail } from './mail';
import { instanceMode, type Offer } from '../chains/networks';

export interface WalletLogin {
  readonly ports: Pick<ServicePorts, 'instance' | 'verifyWallet' | 'writeChallenge' | 'otpSender' | 'isOtpRequired'>;
  readonly close: () => Promise<void>;
}

export const openWalletLogin = async (
  config: Config,
  { networks }: Offer,
  limits: Limiter,
  logger: Logger,
): Promise<WalletLogin> => {
  const mail = await openMail(config, logger);
  const contracts = createContractCalls(networks, takeCallOf(limits));
  const verifyWallet = createWalletVerifier({
    callContract: contracts.call,
    onTrouble: (error) => {
      const reason = error instanceof Error ? error.message : typeof error;
      logger.debug({ reason }, 'a wallet signature could not be verified');
    },
  });
  const instance = { id: config.INSTANCE_ID, mode: instanceMode(config) };
  const isOtpRequired = config.WALLET_OTP_REQUIRED === 'true';
  return {
    ports: {
      ...{ instance, verifyWallet, isOtpRequired },
      writeChallenge: createChallengeWriter(loginSiteOf(config.PUBLIC_BASE_URL ?? null)),
      otpSender: mail.sender,
    },
    close: async () => {
      await contracts.close();
      await mail.close();
    },
  };
};

/** The caller's own bucket first: an exhausted caller must take nothing from the shared one. */
export const takeCallOf =
  ({ take }: Limiter): TakeCall =>
  async (caller) =>
    waitSecondsOf(await take('walletCall', caller)) ?? waitSecondsOf(await take('walletCallInAll', 'all'));
