import type { LinkSender } from '../../commands/partner/members/link-sender';
import type { OtpSender } from '../../commands/wallet-login/otp-sender';
import type { Logger } from '../logger';
import { linkMail } from './link-message';
import { type Mail, otpMail } from './otp-message';

export interface SmtpOptions {
  /** `smtp://` (STARTTLS required, except on loopback) or `smtps://`, with user and password if needed. */
  readonly url: string;
  readonly from: string;
  readonly logger: Pick<Logger, 'error'>;
}

export interface SmtpSender extends OtpSender, LinkSender {
  readonly close: () => Promise<void>;
}

const TIMEOUT_MS = 10_000;
/** Messages in flight; any beyond are dropped and logged: their codes and links would arrive too old. */
const MOST_ON_THEIR_WAY = 100;
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);
const DEFAULT_PORT = { 'smtp:': 587, 'smtps:': 465 } as const;

const transportFor = async (text: string) => {
  // Loaded only for use: most processes send no mail.
  const { createTransport } = await import('nodemailer');
  const url = new URL(text);
  const protocol = url.protocol === 'smtps:' ? 'smtps:' : 'smtp:';
  const auth = { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) };
  // Ignores URL parameters, so that none can disable certificate checks.
  return createTransport({
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? DEFAULT_PORT[protocol] : Number(url.port),
    secure: protocol === 'smtps:',
    requireTLS: protocol === 'smtp:' && !LOOPBACK.has(url.hostname),
    ignoreTLS: protocol === 'smtp:' && LOOPBACK.has(url.hostname),
    tls: { rejectUnauthorized: true, minVersion: 'TLSv1.2' },
    ...(auth.user === '' ? {} : { auth }),
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
};

/** Only codes: the server's text may quote the address. */
const kindOf = (error: unknown): object => {
  const { code, responseCode, command } = error as { code?: unknown; responseCode?: unknown; command?: unknown };
  const known = (value: unknown): unknown => (typeof value === 'string' || typeof value === 'number' ? value : null);
  return { code: known(code), responseCode: known(responseCode), command: known(command) };
};

export const createSmtpSender = async ({ url, from, logger }: SmtpOptions): Promise<SmtpSender> => {
  const transport = await transportFor(url);
  const onTheirWay = new Set<Promise<void>>();
  const deliver = async (mail: Mail): Promise<void> => {
    try {
      await transport.sendMail({ from, ...mail });
    } catch (error) {
      logger.error(kindOf(error), 'a mail could not be sent');
    }
  };
  const send = (mail: Mail): void => {
    if (onTheirWay.size >= MOST_ON_THEIR_WAY) {
      logger.error({ onTheirWay: onTheirWay.size }, 'a mail was dropped: too many mails are in progress');
      return;
    }
    const delivery: Promise<void> = deliver(mail).finally(() => onTheirWay.delete(delivery));
    onTheirWay.add(delivery);
  };
  return {
    send: (message) => send(otpMail(message)),
    sendLink: (message) => send(linkMail(message)),
    close: async () => {
      await Promise.all(onTheirWay);
      transport.close();
    },
  };
};
