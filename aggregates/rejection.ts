/**
 * A refusal by an aggregate or a command: the caller asked for something that the rules do not allow. Everything else
 * that goes wrong is a fault. What a surface refuses by itself, such as a bad credential, is the surface's own.
 */
export type RejectionCode =
  | 'VALIDATION_ERROR'
  | 'INVALID_ASSET_ID'
  | 'PARTNER_INACTIVE'
  | 'USER_BLOCKED'
  | 'INSUFFICIENT_KYC'
  | 'WALLET_MISMATCH'
  | 'NOT_FOUND'
  | 'USER_NOT_FOUND'
  | 'QUOTE_NOT_FOUND'
  | 'INTENT_NOT_FOUND'
  | 'CONCURRENT_OPERATION'
  /** A wallet or an external id is another user's, or the user has another one. */
  | 'USER_CONFLICT'
  | 'QUOTE_EXPIRED'
  | 'QUOTE_ALREADY_USED'
  | 'LIMIT_EXCEEDED'
  | 'AMOUNT_ABOVE_LIMIT'
  | 'AMOUNT_BELOW_MINIMUM'
  | 'INVALID_PIX_KEY'
  | 'INVALID_CODE'
  | 'PROVIDER_FAILURE'
  | 'PROVIDER_NOT_CONFIGURED'
  | 'SERVICE_UNAVAILABLE'
  /** The aggregate is not in a state in which the command means anything (an operator's or a worker's error). */
  | 'WRONG_STATE'
  /** A signature or a code does not prove what it should. */
  | 'NOT_PROVED'
  /** Another resolution of the same deposit holds it. */
  | 'DEPOSIT_TAKEN';

export interface Rejection {
  readonly code: RejectionCode;
  readonly message: string;
  /** Field name to what is wrong with it; only with VALIDATION_ERROR. */
  readonly fieldErrors?: Readonly<Record<string, string>>;
}

export type RejectionError = Error & { readonly rejection: Rejection };

/** Usage: `throw rejection('QUOTE_EXPIRED', 'The quote has expired')`. */
export const rejection = (
  code: RejectionCode,
  message: string,
  fieldErrors?: Readonly<Record<string, string>>,
): RejectionError =>
  Object.assign(new Error(message), {
    name: 'Rejection',
    rejection: fieldErrors === undefined ? { code, message } : { code, message, fieldErrors },
  });

/** A VALIDATION_ERROR about one field. */
export const invalidField = (field: string, detail: string): RejectionError =>
  rejection('VALIDATION_ERROR', `${field}: ${detail}`, { [field]: detail });

export const isRejection = (error: unknown): error is RejectionError => error instanceof Error && 'rejection' in error;
