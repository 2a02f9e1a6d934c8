import type { Iso } from '../ports/clock';

export interface OneTimeCode {
  /** An e-mail address. */
  readonly destination: string;
  readonly code: string;
  readonly instanceId: string;
  readonly expiresAt: Iso;
}

/** Fire and forget: the sender reports failures. */
export interface OtpSender {
  readonly send: (message: OneTimeCode) => void;
}
