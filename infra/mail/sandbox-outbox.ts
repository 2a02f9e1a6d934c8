import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { OtpSender } from '../../commands/wallet-login/otp-sender';
import { replaceFile } from '../data-directory';
import { type Mail, otpMail } from './otp-message';

const MOST_KEPT = 20;

/** Sends nothing: the newest messages stand in a file that only its owner may read, newest last. For development. */
export const createSandboxOutbox = (file: string): OtpSender => {
  const kept: Mail[] = [];
  return {
    send: (message) => {
      kept.push(otpMail(message));
      if (kept.length > MOST_KEPT) kept.shift();
      mkdirSync(path.dirname(file), { recursive: true });
      // Several processes share the file, and none may meet what another has half written.
      replaceFile(file, JSON.stringify(kept, null, 2));
    },
  };
};
