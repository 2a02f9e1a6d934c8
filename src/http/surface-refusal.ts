/** Refusals of the HTTP surface itself; the ledger's are in `aggregates/rejection.ts`. */
export type SurfaceCode =
  | 'UNAUTHORIZED'
  | 'ROLE_REQUIRED'
  | 'OTHER_ORIGIN'
  | 'IP_NOT_ALLOWED'
  | 'FEATURE_DISABLED'
  | 'PAYMENT_NOT_FOUND'
  | 'RECEIPT_NOT_FOUND'
  | 'IDEMPOTENCY_IN_PROGRESS'
  | 'IDEMPOTENCY_KEY_REUSED'
  | 'METHOD_NOT_ALLOWED'
  | 'PAYLOAD_TOO_LARGE'
  | 'UNSUPPORTED_MEDIA_TYPE'
  | 'RATE_LIMITED'
  | 'INTERNAL';

/** The same message for every cause, so that the message reveals none. */
export const UNAUTHORIZED = 'Unauthorized';

export interface SurfaceRefusal extends Error {
  readonly surface: { readonly code: SurfaceCode; readonly message: string };
}

export const surfaceRefusal = (code: SurfaceCode, message: string): SurfaceRefusal =>
  Object.assign(new Error(message), { name: 'SurfaceRefusal', surface: { code, message } });

export const isSurfaceRefusal = (error: unknown): error is SurfaceRefusal =>
  error instanceof Error && 'surface' in error;
