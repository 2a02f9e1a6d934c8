import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { LinkSender } from '../../commands/partner/members/link-sender';
import type { OtpSender } from '../../commands/wallet-login/otp-sender';
import { replaceFile } from '../data-directory';
import { linkMail } from './link-message';
import { type Mail, otpMail } from './otp-message';

const MOST_KEPT = 20;

/** For development: sends nothing; the newest messages are kept in a file of mode 600, newest last. */
export const createSandboxOutbox = (file: string): OtpSender & LinkSender => {
  const kept: Mail[] = [];
  const keep = (mail: Mail): void => {
    kept.push(mail);
    if (kept.length > MOST_KEPT) kept.shift();
    mkdirSync(path.dirname(file), { recursive: true });
    // Processes share the file, and must never read a partial one.
    replaceFile(file, JSON.stringify(kept, null, 2));
  };
  return { send: (message) => keep(otpMail(message)), sendLink: (message) => keep(linkMail(message)) };
};
