import type { Iso } from '../ports/clock';

export interface OneTimeCode {
  readonly destination: string;
  readonly code: string;
  readonly instanceId: string;
  readonly expiresAt: Iso;
}

/** Fire and forget: the sender reports failures. */
export interface OtpSender {
  readonly send: (message: OneTimeCode) => void;
}
