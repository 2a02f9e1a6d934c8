import { parsePixKey } from '../../../aggregates/codes/pix-key';
import type { PayoutMethod, PayoutRequest } from '../../../commands/ports/providers/payout-provider';
import type { Failure, FailureCode, Result } from '../../../commands/ports/providers/result';
import { failed } from './desk';
import { lookUpBoleto, lookUpBrCode, lookUpGiftCard } from './payouts/payees';

const refused = (code: FailureCode, message: string): Failure => failed('REJECTED', code, message);

interface Payable {
  readonly amount: bigint | null;
  readonly amountEditable?: boolean;
  readonly inStock?: boolean;
  readonly status?: string;
}

const asked = (method: PayoutMethod, nowMs: number): Result<Payable> => {
  switch (method.kind) {
    case 'PIX_KEY': {
      const isKey = parsePixKey(method.keyType, method.key) !== null;
      if (!isKey) return refused('KEY_INVALID', `Not a PIX key of kind ${method.keyType}`);
      return { ok: true, value: { amount: null, amountEditable: true } };
    }
    case 'PIX_BRCODE': {
      const found = lookUpBrCode(method.brCode);
      // The scenario refuses an expired code.
      return found.ok ? { ok: true, value: { ...found.value, status: 'ACTIVE' } } : found;
    }
    case 'BOLETO': {
      const found = lookUpBoleto(method.barcode, nowMs);
      return found.ok ? { ok: true, value: { ...found.value, amountEditable: found.value.amount === null } } : found;
    }
    case 'GIFT_CARD':
      return lookUpGiftCard(method.productCode);
  }
};

/** Objection of any bank, whatever the scenario; null when valid. */
export const objectionTo = ({ amount, method }: PayoutRequest, nowMs: number): Failure | null => {
  if (amount <= 0n) return refused('AMOUNT_OUT_OF_RANGE', 'The amount of a payout must be above zero');
  const found = asked(method, nowMs);
  if (!found.ok) return found;
  const { amount: costs, amountEditable = false, inStock = true, status } = found.value;
  if (status === 'PAID') return refused('CODE_ALREADY_PAID', 'The code was already paid');
  if (status === 'EXPIRED') return refused('CODE_EXPIRED', 'The code can no longer be paid');
  if (!inStock) return refused('CODE_INVALID', 'The gift card is sold out');
  if (amountEditable || costs === amount) return null;
  if (costs === null) return refused('CODE_INVALID', 'The code has no amount and does not let the payer choose one');
  return refused('AMOUNT_MISMATCH', `The code costs ${costs} cents, but the order pays ${amount}`);
};
