import type { Iso } from '../../ports/clock';

export interface SignInMail {
  readonly destination: string;
  readonly link: string;
  readonly instanceId: string;
  readonly expiresAt: Iso;
}

/** Fire and forget: the sender reports failures. */
export interface LinkSender {
  readonly sendLink: (message: SignInMail) => void;
}
