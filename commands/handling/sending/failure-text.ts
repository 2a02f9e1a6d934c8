import type { Failure, FailureCode } from '../../ports/providers/result';

/** Our own words: a provider's text may name a payee and cannot be erased from the log. */
const TEXTS: Readonly<Record<FailureCode, string>> = {
  INSUFFICIENT_FUNDS: 'The paying account has too little money now',
  LIMIT_EXCEEDED: 'A limit of the institution was reached',
  KEY_NOT_FOUND: 'This PIX key does not exist',
  KEY_INVALID: 'The PIX key is not valid',
  KEY_FRAUD_FLAGGED: 'The PIX key is marked for fraud',
  ACCOUNT_CLOSED: 'The account of the payee is closed',
  ACCOUNT_BLOCKED: 'The account of the payee is blocked',
  PAYEE_MISMATCH: 'The account does not belong to the payee',
  CODE_INVALID: 'The code cannot be paid',
  CODE_EXPIRED: 'The code can no longer be paid',
  CODE_ALREADY_PAID: 'The code has been paid already',
  AMOUNT_MISMATCH: 'The amount of the code differs from the quote',
  AMOUNT_OUT_OF_RANGE: 'The amount is too small or too large for the institution',
  OUT_OF_HOURS: 'The institution does not pay at this hour',
  SANCTIONED: 'Payments to this payee are not allowed',
  FRAUD_SUSPECTED: 'The institution suspects fraud',
  DUPLICATE_KEY: 'The institution has already received this order',
  UNSUPPORTED: 'The payment is not supported or not set up, or its payee has been erased',
  AUTH: 'The institution did not accept our credentials',
  UNAPPROVED: 'The institution has the order but has not executed it',
  DISPUTED: 'A dispute of the PIX is open',
  TIMEOUT: 'The institution did not answer in time',
  PROTOCOL: 'The institution gave an invalid answer',
  RATE_LIMITED: 'The institution received too many requests',
  OTHER: 'The institution did not make the payment',
};

/** Such as AC04 or PAY_PIX_KEY_ERROR; anything else could be personal data. */
const isCode = (text: string): boolean => /^[A-Z][A-Z0-9_]{1,31}$/.test(text);

export const textOf = ({ code, providerCode }: Pick<Failure, 'code' | 'providerCode'>): string =>
  providerCode !== undefined && isCode(providerCode) ? `${TEXTS[code]} (${providerCode})` : TEXTS[code];
