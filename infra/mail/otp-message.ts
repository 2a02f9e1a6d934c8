import type { OneTimeCode } from '../../commands/wallet-login/otp-sender';

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** The subject omits the code: lock screens show subjects. */
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
