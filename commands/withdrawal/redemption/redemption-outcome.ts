import type { RedemptionOutcome } from '../../../aggregates/withdrawal/commands';
import { textOf } from '../../handling/sending/failure-text';
import type { Redemption } from '../../ports/providers/pegged-redemption';
import type { Result } from '../../ports/providers/result';

const TEXTS: Readonly<Record<NonNullable<Redemption['failure']>, string>> = {
  REVERTED: 'The transfer out of the wallet was reverted',
  DROPPED: 'Another transaction replaced the transfer out of the wallet',
  REFUSED: 'The transfer out of the wallet was refused',
};

/** Null: undecided, ask again. Only the redemption's own definite word ends anything. */
export const outcomeOf = (redemptionKey: string, answer: Result<Redemption>): RedemptionOutcome | null => {
  if (answer.ok) return ofRedemption(redemptionKey, answer.value);
  switch (answer.kind) {
    case 'REJECTED':
      return { kind: 'FAILED', redemptionKey, code: answer.code, message: textOf(answer) };
    case 'UNKNOWN':
      return { kind: 'UNKNOWN', redemptionKey, reason: `${answer.code}: ${textOf(answer)}` };
    case 'RETRYABLE':
    case 'RATE_LIMITED':
    case 'NOT_FOUND':
    case 'UNAVAILABLE':
    case 'NOT_CONFIGURED':
      return null;
  }
};

const ofRedemption = (redemptionKey: string, { state, debit, failure }: Redemption): RedemptionOutcome | null => {
  if (state === 'PENDING') return null;
  if (state === 'SETTLED') return debit === undefined ? null : { kind: 'SETTLED', redemptionKey, debit };
  const code = failure ?? 'REFUSED';
  return { kind: 'FAILED', redemptionKey, code, message: TEXTS[code] };
};
