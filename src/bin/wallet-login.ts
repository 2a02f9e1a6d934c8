import type { Logger } from 'pino';
import { createContractCalls } from '../../infra/wallets/contract-calls';
import { createWalletVerifier } from '../../infra/wallets/wallets';
import type { Config } from '../config';
import type { ServicePorts } from '../service';
import { openMail } from './mail';
import { instanceMode, type Offer } from './networks';

export interface WalletLogin {
  readonly ports: Pick<ServicePorts, 'instance' | 'verifyWallet' | 'otpSender' | 'isOtpRequired'>;
  readonly close: () => Promise<void>;
}

/** What logging in by wallet needs of the world. */
export const openWalletLogin = (config: Config, { networks }: Offer, logger: Logger): WalletLogin => {
  const mail = openMail(config, logger);
  const verifyWallet = createWalletVerifier({
    callContract: createContractCalls(networks, logger),
    onTrouble: (error) => {
      const reason = error instanceof Error ? error.message : typeof error;
      logger.debug({ reason }, 'a wallet signature could not be verified');
    },
  });
  const instance = { id: config.INSTANCE_ID, mode: instanceMode(config) };
  const isOtpRequired = config.WALLET_OTP_REQUIRED === 'true';
  return { ports: { instance, verifyWallet, otpSender: mail.sender, isOtpRequired }, close: mail.close };
};
