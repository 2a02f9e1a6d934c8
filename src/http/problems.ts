import { ValidateError } from '@tsoa/runtime';
import { isRejection, type Rejection, type RejectionCode, rejection } from '../../aggregates/rejection';
import { isMustWait, mustWait } from '../../commands/wallet-login/wallet-login';
import { isSurfaceRefusal, type SurfaceCode, UNAUTHORIZED } from './surface-refusal';

/** Without NOT_PROVED, which is answered like any other bad credential. */
type ProblemCode = Exclude<RejectionCode, 'NOT_PROVED'> | SurfaceCode;

/** The only place with HTTP statuses. */
export const STATUS_OF = {
  VALIDATION_ERROR: 400,
  INVALID_ASSET_ID: 400,
  UNAUTHORIZED: 401,
  PARTNER_INACTIVE: 403,
  IP_NOT_ALLOWED: 403,
  USER_BLOCKED: 403,
  INSUFFICIENT_KYC: 403,
  FEATURE_DISABLED: 403,
  WALLET_MISMATCH: 403,
  ROLE_REQUIRED: 403,
  OTHER_ORIGIN: 403,
  SIGN_IN_REFUSED: 403,
  NOT_FOUND: 404,
  USER_NOT_FOUND: 404,
  QUOTE_NOT_FOUND: 404,
  INTENT_NOT_FOUND: 404,
  WITHDRAW_NOT_FOUND: 404,
  SESSION_NOT_FOUND: 404,
  KYC_DOCUMENT_NOT_FOUND: 404,
  PAYMENT_NOT_FOUND: 404,
  RECEIPT_NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  CONCURRENT_OPERATION: 409,
  USER_CONFLICT: 409,
  IDEMPOTENCY_IN_PROGRESS: 409,
  WRONG_STATE: 409,
  DEPOSIT_TAKEN: 409,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  QUOTE_EXPIRED: 422,
  QUOTE_ALREADY_USED: 422,
  INSUFFICIENT_PEGGED_BALANCE: 422,
  LIMIT_EXCEEDED: 422,
  AMOUNT_ABOVE_LIMIT: 422,
  AMOUNT_BELOW_MINIMUM: 422,
  IDEMPOTENCY_KEY_REUSED: 422,
  INVALID_PIX_KEY: 422,
  INVALID_CODE: 422,
  SESSION_ENDED: 422,
  LINK_NOT_VALID: 422,
  RATE_LIMITED: 429,
  INTERNAL: 500,
  PROVIDER_FAILURE: 502,
  PROVIDER_NOT_CONFIGURED: 503,
  SERVICE_UNAVAILABLE: 503,
} as const satisfies Record<ProblemCode, number>;

/** Status of every business refusal. */
export const BUSINESS_REFUSAL = STATUS_OF.QUOTE_EXPIRED;

export interface Problem {
  readonly status: number;
  readonly body: object;
  readonly headers: Readonly<Record<string, string>>;
  /** True for a fault worth an alert, false for a refusal. */
  readonly isFault: boolean;
}

/** 429 with the seconds to wait, at least 1. */
export const rateLimited = mustWait;

/** Maps any error to its answer. The text of a fault never leaves the service. */
export const problemOf = (error: unknown, requestId: string, isUnavailable: (error: unknown) => boolean): Problem => {
  if (isRejection(error)) return refusal(error.rejection, requestId);
  if (error instanceof ValidateError) return refusal(rejectionOf(error), requestId);
  if (isSurfaceRefusal(error)) return v1(error.surface.code, error.surface.message, requestId);
  if (isMustWait(error)) return tooMany(error.retryAfterSeconds);
  if (isMalformedPath(error)) return refusal(malformed('The path is not valid percent-encoding'), requestId);
  if (isUnavailable(error)) return v1('SERVICE_UNAVAILABLE', UNAVAILABLE, requestId);
  return v1('INTERNAL', 'Internal error', requestId);
};

const UNAVAILABLE = 'The service is temporarily unavailable: repeat the request';

const refusal = (refused: Rejection, requestId: string): Problem => {
  const { code, message, isLasting } = refused;
  if (code === 'NOT_PROVED') return v1('UNAUTHORIZED', UNAUTHORIZED, requestId);
  return code === 'VALIDATION_ERROR' ? validation(refused, requestId) : v1(code, message, requestId, isLasting);
};

const v1 = (code: ProblemCode, message: string, requestId: string, isLasting?: true): Problem => {
  const status = STATUS_OF[code];
  const body = { success: false, error: message, code, requestId };
  return { status, body, headers: isLasting === true ? {} : headersOf(code, status), isFault: status >= 500 };
};

type UnservedCode = { [Code in ProblemCode]: (typeof STATUS_OF)[Code] extends 503 ? Code : never }[ProblemCode];

/** Retry-after in seconds, 1 to 30: for every 503, and for refusals that may lift within a second. */
export const RETRY_AFTER_SECONDS = {
  CONCURRENT_OPERATION: 1,
  IDEMPOTENCY_IN_PROGRESS: 1,
  SERVICE_UNAVAILABLE: 2,
  PROVIDER_NOT_CONFIGURED: 30,
} as const satisfies Partial<Record<ProblemCode, number>> & Record<UnservedCode, number>;

/** The rest of an unread body may still arrive, so the connection ends. */
const headersOf = (code: ProblemCode, status: number): Readonly<Record<string, string>> => {
  if (status === 401) return { 'WWW-Authenticate': 'Bearer' };
  if (code in RETRY_AFTER_SECONDS) {
    return { 'Retry-After': `${RETRY_AFTER_SECONDS[code as keyof typeof RETRY_AFTER_SECONDS]}` };
  }
  return status === 413 || status === 415 ? { Connection: 'close' } : {};
};

const validation = ({ message, fieldErrors = {} }: Rejection, requestId: string): Problem => {
  const details = Object.entries(fieldErrors).map(([field, detail]) => `${field}: ${detail}`);
  const messages = details.length === 0 ? [message] : details;
  const error = { code: 'VALIDATION_ERROR', messages, fieldErrors };
  return { status: 400, body: { ok: false, success: false, error, requestId }, headers: {}, isFault: false };
};

const tooMany = (retryAfter: number): Problem => ({
  status: STATUS_OF.RATE_LIMITED,
  body: { success: false, error: 'Too many requests', code: 'RATE_LIMITED', retryAfter },
  // Frees the connection of a caller over its limit.
  headers: { 'Retry-After': `${retryAfter}`, Connection: 'close' },
  isFault: false,
});

/** VALIDATION_ERROR without a field: the request could not be read. */
export const malformed = (message: string): Rejection => rejection('VALIDATION_ERROR', message, {}).rejection;

/** Strips tsoa's location prefix: callers know fields by their own names. */
const rejectionOf = ({ fields }: ValidateError): Rejection => {
  const fieldErrors = Object.entries(fields).map(([field, { message }]) => fieldErrorOf(field, message));
  return rejection('VALIDATION_ERROR', 'The request is not valid', Object.fromEntries(fieldErrors)).rejection;
};

const EXCESS = /^"(.+?)" is an excess property/s;

/** tsoa quotes the offending value in these messages. */
const QUOTES_WHAT_WAS_SENT = /^Could not match the (?:union|intersection)/;

const fieldErrorOf = (field: string, message: string): readonly [string, string] => {
  // A body that is ignored is a parameter named _body.
  const path = field.replace(/^_body\b/, 'body').replace(/^(?:body|query)\./, '');
  const [name = path] = path.split('.', 1);
  const excess = EXCESS.exec(message)?.[1];
  if (excess !== undefined) return [path === 'body' || path === excess ? excess : name, 'unknown field'];
  return [name, message === '' || QUOTES_WHAT_WAS_SENT.test(message) ? 'is not valid' : message];
};

/** Express's error for a `%zz` in a path. */
const isMalformedPath = (error: unknown): boolean => error instanceof URIError;
