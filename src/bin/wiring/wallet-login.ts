import path from 'node:path';
import type { Logger } from 'pino';
import type { LinkSender } from '../../../commands/partner/members/link-sender';
import type { OtpSender } from '../../../commands/wallet-login/otp-sender';
import { createContractCalls, type TakeCall } from '../../../infra/chains/evm/wallet/contract-calls';
import { type Limiter, waitSecondsOf } from '../../../infra/http/rate-limits';
import { createSandboxOutbox } from '../../../infra/mail/sandbox-outbox';
import { createSmtpSender } from '../../../infra/mail/smtp';
import { createChallengeWriter, createWalletVerifier, loginSiteOf } from '../../../infra/wallets';
import type { Config } from '../../config';
import type { ServicePorts } from '../../service-ports';
import { instanceMode, type Offer } from '../chains/networks';

interface MailDoor {
  /** Null in production without SMTP_URL. */
  readonly sender: (OtpSender & LinkSender) | null;
  readonly close: () => Promise<void>;
}

/** SMTP where configured; otherwise a file on a developer's machine and nothing in production. */
const openMail = async (config: Config, logger: Logger): Promise<MailDoor> => {
  const { SMTP_URL: url, MAIL_FROM: from, DATA_DIR, production } = config;
  if (url !== undefined && from !== undefined) {
    const sender = await createSmtpSender({ url, from, logger });
    return { sender, close: sender.close };
  }
  const sender = production ? null : createSandboxOutbox(path.join(DATA_DIR, 'outbox.json'));
  return { sender, close: async () => undefined };
};

export interface WalletLogin {
  readonly ports: Pick<
    ServicePorts,
    'instance' | 'verifyWallet' | 'writeChallenge' | 'otpSender' | 'linkSender' | 'isOtpRequired'
  >;
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
      ...{ otpSender: mail.sender, linkSender: mail.sender },
    },
    close: async () => {
      await contracts.close();
      await mail.close();
    },
  };
};

/** The caller's own bucket first: an exhausted caller must not use the shared one. */
export const takeCallOf =
  ({ take }: Limiter): TakeCall =>
  async (caller) =>
    waitSecondsOf(await take('walletCall', caller)) ?? waitSecondsOf(await take('walletCallInAll', 'all'));
