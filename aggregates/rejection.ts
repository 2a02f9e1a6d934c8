/** The rules forbid the request; any other failure is a fault. Each surface has its own refusal codes. */
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
  | 'WITHDRAW_NOT_FOUND'
  | 'SESSION_NOT_FOUND'
  | 'KYC_DOCUMENT_NOT_FOUND'
  | 'CONCURRENT_OPERATION'
  /** The wallet or external id belongs to another user, or the user has another one. */
  | 'USER_CONFLICT'
  | 'QUOTE_EXPIRED'
  | 'QUOTE_ALREADY_USED'
  | 'LIMIT_EXCEEDED'
  | 'AMOUNT_ABOVE_LIMIT'
  | 'AMOUNT_BELOW_MINIMUM'
  | 'INSUFFICIENT_PEGGED_BALANCE'
  | 'INVALID_PIX_KEY'
  | 'INVALID_CODE'
  | 'SESSION_ENDED'
  | 'PROVIDER_FAILURE'
  | 'PROVIDER_NOT_CONFIGURED'
  | 'SERVICE_UNAVAILABLE'
  /** The command has no meaning in this state: an error of an operator or a worker. */
  | 'WRONG_STATE'
  | 'NOT_PROVED'
  /** A sign-in link without effect: used, expired, or of a revoked operator. */
  | 'LINK_NOT_VALID'
  /** The identity provider's answer signs no operator in. */
  | 'SIGN_IN_REFUSED'
  | 'DEPOSIT_TAKEN';

export interface Rejection {
  readonly code: RejectionCode;
  readonly message: string;
  readonly fieldErrors?: Readonly<Record<string, string>>;
  /** Lasts longer than a retry would wait. */
  readonly isLasting?: true;
}

export type RejectionError = Error & { readonly rejection: Rejection };

export const rejection = (
  code: RejectionCode,
  message: string,
  fieldErrors?: Readonly<Record<string, string>>,
): RejectionError =>
  Object.assign(new Error(message), {
    name: 'Rejection',
    rejection: fieldErrors === undefined ? { code, message } : { code, message, fieldErrors },
  });

export const lastingRejection = (code: RejectionCode, message: string): RejectionError =>
  Object.assign(rejection(code, message), { rejection: { code, message, isLasting: true } as const });

export const invalidField = (field: string, detail: string): RejectionError =>
  rejection('VALIDATION_ERROR', `${field}: ${detail}`, { [field]: detail });

export const isRejection = (error: unknown): error is RejectionError => error instanceof Error && 'rejection' in error;
