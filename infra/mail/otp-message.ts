import type { OneTimeCode } from '../../commands/wallet-login/otp-sender';

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** The code is not in the subject: that is shown on locked screens. */
export const otpMail = ({ destination, code, instanceId, expiresAt }: OneTimeCode): Mail => ({
  to: destination,
  subject: `Your sign-in code for ${instanceId}`,
  text: [
    `Your code is ${code}.`,
    '',
    `It lets a wallet sign in to ${instanceId} until ${expiresAt}, once.`,
    'Nobody of ours will ever ask you for it. If you did not ask for it, do nothing.',
    '',
  ].join('\n'),
});
