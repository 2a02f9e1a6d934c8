import type { FailureCode } from '../../../commands/ports/providers/result';
import type { Order } from './answers';

/** Codes of the instant payment system (SPI) and of Woovi. Another attempt may succeed after the second list's. */
const CODES: Readonly<Record<string, FailureCode>> = {
  ...{ AC03: 'KEY_INVALID', AC06: 'ACCOUNT_BLOCKED', AC07: 'ACCOUNT_CLOSED', AC14: 'UNSUPPORTED' },
  ...{ AG03: 'UNSUPPORTED', AM02: 'LIMIT_EXCEEDED', AM04: 'INSUFFICIENT_FUNDS', AM09: 'AMOUNT_OUT_OF_RANGE' },
  ...{ AM12: 'AMOUNT_OUT_OF_RANGE', BE01: 'PAYEE_MISMATCH', BE17: 'CODE_INVALID', CH11: 'PAYEE_MISMATCH' },
  ...{ FRAD: 'FRAUD_SUSPECTED', RR04: 'SANCTIONED', AB03: 'TIMEOUT', ED05: 'OTHER' },
  ...{ ALIAS_LIMIT_ERROR: 'RATE_LIMITED', PIX_KEY_INFO_NOT_FOUND: 'KEY_NOT_FOUND', INVALID_PIX_KEY: 'KEY_INVALID' },
  ...{ REACH_TRANSFER_LIMIT: 'LIMIT_EXCEEDED', NOT_ENOUGH_BALANCE: 'INSUFFICIENT_FUNDS' },
  ENTRY_ASSOCIATED_WITH_RESTRICTED_ACCOUNT_OR_USER: 'KEY_FRAUD_FLAGGED',
};

const TRANSIENT: readonly string[] = ['AB03', 'ED05'];

/** Such as `AM12 - ...`: the system's own code says more than the provider's. */
const spiCodeIn = (reason: string): string | null => /^([A-Z]{2}\d{2}|FRAD)\b/.exec(reason)?.[1] ?? null;

export const rejectionOf = ({ transaction, error }: Order) => {
  const providerCode = spiCodeIn(transaction?.providerRejectedReason ?? '') ?? error?.code ?? null;
  const isKnown = providerCode !== null && Object.hasOwn(CODES, providerCode);
  return {
    code: isKnown ? CODES[providerCode]! : 'OTHER',
    ...(providerCode === null ? {} : { providerCode }),
    message: 'Woovi has not made the payment',
    retryClass: providerCode !== null && TRANSIENT.includes(providerCode),
  } as const;
};
