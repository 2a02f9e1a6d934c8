import type { CashinIntentCreated } from '../../../aggregates/cashin/events';
import { BR_CODE_MAX_LENGTH, parseBrCode } from '../../../aggregates/codes/br-code';
import type { Alert } from '../../alerts/kinds';
import { asked } from '../../payout/outcome/payout-answer';
import type { Charge, ChargeProvider } from '../../ports/providers/charge-provider';
import type { Result } from '../../ports/providers/result';

const MAXIMUM_ID_LENGTH = 200;

/** An answer about another charge, or with a code that cannot be paid, is UNKNOWN and raises an alert. */
export const believedCharge = (
  { alert }: { readonly alert: Alert },
  { name }: Pick<ChargeProvider, 'name'>,
  intent: Pick<CashinIntentCreated, 'intentId' | 'amountCents'>,
  question: () => Promise<Result<Charge>>,
): Promise<Result<Charge>> =>
  // The check runs inside, so that an incomplete answer is an error of the call.
  asked(name, async () => {
    const answer = await question();
    const breach = answer.ok ? breachOf(intent, answer.value) : null;
    if (breach === null) return answer;
    const { intentId } = intent;
    const about = { stream: `cashin-${intentId}`, providerKey: intentId, provider: name, detail: breach };
    alert('A payout provider gave an impossible answer', about);
    return { ok: false, kind: 'UNKNOWN', code: 'PROTOCOL', provider: name, message: breach };
  });

type Asked = Pick<CashinIntentCreated, 'intentId' | 'amountCents'>;

const breachOf = ({ intentId, amountCents }: Asked, charge: Charge): string | null => {
  const { idempotencyKey, amount, brCode, providerId, txid } = charge;
  if (idempotencyKey !== intentId) return 'the answer has another key';
  if (amount.toString() !== amountCents) return 'the charge has another amount';
  if ([providerId, txid].some((id) => id.length > MAXIMUM_ID_LENGTH)) return 'an id is too long';
  return isPayable(brCode, amountCents) ? null : 'the code is not payable';
};

const isPayable = (brCode: string, amountCents: string): boolean => {
  if (brCode.length > BR_CODE_MAX_LENGTH) return false;
  const parsed = parseBrCode(brCode);
  return parsed.ok && (parsed.code.amountCents === null || parsed.code.amountCents.toString() === amountCents);
};

const MAXIMUM_URL_LENGTH = 500;

/** The image is on a foreign host: never shown, and kept only for an https address. */
export const qrImageUrlIn = ({ qrImageUrl }: Charge): string | null => {
  if (qrImageUrl === undefined || qrImageUrl.length > MAXIMUM_URL_LENGTH) return null;
  return qrImageUrl.startsWith('https://') ? qrImageUrl : null;
};
