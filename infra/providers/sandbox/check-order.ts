import { parseBrCode } from '../../../aggregates/codes/br-code';
import { parsePixKey } from '../../../aggregates/codes/pix-key';
import type { FailureCode, PayoutRequest } from '../../../commands/ports';

export interface Objection {
  readonly code: FailureCode;
  readonly message: string;
}

const checkCode = (brCode: string, amountCents: bigint): Objection | null => {
  const result = parseBrCode(brCode);
  if (!result.ok) return { code: 'CODE_INVALID', message: `The code is refused: ${result.reason}` };
  const fixed = result.code.amountCents;
  if (fixed === null || fixed === amountCents) return null;
  return { code: 'AMOUNT_MISMATCH', message: `The code asks for ${fixed} cents, the order pays ${amountCents}` };
};

/** What a bank would refuse at its counter, whatever the scenario: null when there is nothing. */
export const objectionTo = ({ amount, method }: PayoutRequest): Objection | null => {
  if (amount <= 0n) return { code: 'AMOUNT_OUT_OF_RANGE', message: 'A payout is positive' };
  switch (method.kind) {
    case 'PIX_BRCODE':
      return checkCode(method.brCode, amount);
    case 'PIX_KEY':
      if (parsePixKey(method.keyType, method.key) !== null) return null;
      return { code: 'KEY_INVALID', message: `Not a PIX key of kind ${method.keyType}` };
    case 'BOLETO':
      return { code: 'UNSUPPORTED', message: 'The sandbox bank of this version pays no boletos' };
  }
};
