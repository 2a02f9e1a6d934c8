import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { OtpSender } from '../../commands/wallet-login/otp-sender';
import { replaceFile } from '../data-directory';
import { type Mail, otpMail } from './otp-message';

const MOST_KEPT = 20;

/** For development: sends nothing; the newest messages are kept in a file of mode 600, newest last. */
export const createSandboxOutbox = (file: string): OtpSender => {
  const kept: Mail[] = [];
  return {
    send: (message) => {
      kept.push(otpMail(message));
      if (kept.length > MOST_KEPT) kept.shift();
      mkdirSync(path.dirname(file), { recursive: true });
      // Processes share the file; none may read a partial one.
      replaceFile(file, JSON.stringify(kept, null, 2));
    },
  };
};
