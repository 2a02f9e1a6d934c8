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
    `The code signs a wallet in to ${instanceId} once, until ${expiresAt}.`,
    'We never ask you for this code. If you did not request it, ignore this mail.',
    '',
  ].join('\n'),
});
