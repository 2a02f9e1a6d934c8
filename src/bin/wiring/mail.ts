import path from 'node:path';
import type { Logger } from 'pino';
import type { OtpSender } from '../../../commands/wallet-login/otp-sender';
import { createSandboxOutbox } from '../../../infra/mail/sandbox-outbox';
import { createSmtpSender } from '../../../infra/mail/smtp';
import type { Config } from '../../config';

export interface MailDoor {
  /** Null in production without SMTP_URL. */
  readonly sender: OtpSender | null;
  readonly close: () => Promise<void>;
}

/** SMTP where configured; otherwise a file on a developer's machine and nothing in production. */
export const openMail = async (config: Config, logger: Logger): Promise<MailDoor> => {
  const { SMTP_URL: url, MAIL_FROM: from, DATA_DIR, production } = config;
  if (url !== undefined && from !== undefined) {
    const sender = await createSmtpSender({ url, from, logger });
    return { sender, close: sender.close };
  }
  const sender = production ? null : createSandboxOutbox(path.join(DATA_DIR, 'outbox.json'));
  return { sender, close: async () => undefined };
};
