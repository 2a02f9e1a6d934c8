import type { Iso } from '../ports/clock';

export interface OneTimeCode {
  /** An e-mail address. */
  readonly destination: string;
  readonly code: string;
  readonly instanceId: string;
  readonly expiresAt: Iso;
}

/** Takes a code on its way. Answers at once, and never says whether it arrives: what fails is the sender's to report. */
export interface OtpSender {
  readonly send: (message: OneTimeCode) => void;
}
