import type { Iso } from '../../ports/clock';

export interface SignInMail {
  /** An e-mail address. */
  readonly destination: string;
  /** Opens the sign-in page. */
  readonly link: string;
  readonly instanceId: string;
  readonly expiresAt: Iso;
}

/** Fire and forget: the sender reports failures. */
export interface LinkSender {
  readonly sendLink: (message: SignInMail) => void;
}
