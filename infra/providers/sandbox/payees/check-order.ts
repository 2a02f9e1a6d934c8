import { parseBrCode } from '../../../../aggregates/codes/br-code';
import { parsePixKey } from '../../../../aggregates/codes/pix-key';
import type { PayoutRequest } from '../../../../commands/ports/payout-provider';
import type { FailureCode } from '../../../../commands/ports/result';
import { lookUpBoleto } from './boletos';
import { chargeOf } from './dynamic-codes';
import { lookUpGiftCard } from './gift-cards';

export interface Objection {
  readonly code: FailureCode;
  readonly message: string;
}

const checkCode = (brCode: string, amountCents: bigint): Objection | null => {
  const result = parseBrCode(brCode);
  if (!result.ok) return { code: 'CODE_INVALID', message: `The code is refused: ${result.reason}` };
  const { amount, amountEditable } = chargeOf(result.code);
  if (amountEditable || amount === amountCents) return null;
  if (amount === null) return { code: 'CODE_INVALID', message: 'The code asks for no amount and leaves none open' };
  return { code: 'AMOUNT_MISMATCH', message: `The code asks for ${amount} cents, the order pays ${amountCents}` };
};

const checkBoleto = (barcode: string, amountCents: bigint, nowMs: number): Objection | null => {
  const found = lookUpBoleto(barcode, nowMs);
  if (!found.ok) return found;
  const { status, amount } = found.value;
  if (status === 'PAID') return { code: 'CODE_ALREADY_PAID', message: 'The boleto was paid already' };
  if (status === 'EXPIRED') return { code: 'CODE_EXPIRED', message: 'The boleto can no longer be paid' };
  if (amount === null || amount === amountCents) return null;
  return { code: 'AMOUNT_MISMATCH', message: `The boleto costs ${amount} cents, the order pays ${amountCents}` };
};

const checkGiftCard = (productCode: string, amountCents: bigint): Objection | null => {
  const found = lookUpGiftCard(productCode);
  if (!found.ok) return found;
  const { inStock, amount } = found.value;
  if (!inStock) return { code: 'CODE_INVALID', message: 'The gift card is sold out' };
  if (amount === amountCents) return null;
  return { code: 'AMOUNT_MISMATCH', message: `The card costs ${amount} cents, the order pays ${amountCents}` };
};

/** Objection of any bank, whatever the scenario; null when valid. */
export const objectionTo = ({ amount, method }: PayoutRequest, nowMs: number): Objection | null => {
  if (amount <= 0n) return { code: 'AMOUNT_OUT_OF_RANGE', message: 'A payout is positive' };
  switch (method.kind) {
    case 'PIX_BRCODE':
      return checkCode(method.brCode, amount);
    case 'PIX_KEY':
      if (parsePixKey(method.keyType, method.key) !== null) return null;
      return { code: 'KEY_INVALID', message: `Not a PIX key of kind ${method.keyType}` };
    case 'BOLETO':
      return checkBoleto(method.barcode, amount, nowMs);
    case 'GIFT_CARD':
      return checkGiftCard(method.productCode, amount);
  }
};
