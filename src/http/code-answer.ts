import { type BrCode, parseBrCode } from '../../aggregates/codes/br-code';
import { toJsonNumber } from '../../aggregates/money';
import type { CodeAnswer } from './codes.dto';

/** What the text says, by its own checks alone: nobody is asked, and nothing is fetched. */
export const codeAnswer = (text: string): CodeAnswer => {
  const parsed = parseBrCode(text);
  if (parsed.ok) return pixAnswer(parsed.code);
  const type = text.startsWith('0002') ? 'pix' : null;
  return { type, valid: false, reason: parsed.reason, amount: null, amountEditable: false, currency: 'BRL' };
};

/** The charge behind a dynamic code sets its amount, also when the code does not print it. */
const pixAnswer = ({ kind, amountCents, payeeName }: BrCode): CodeAnswer => ({
  type: 'pix',
  valid: true,
  amount: amountCents === null ? null : toJsonNumber(amountCents, 2),
  amountEditable: amountCents === null && kind === 'STATIC',
  currency: 'BRL',
  beneficiary: { name: payeeName },
});
