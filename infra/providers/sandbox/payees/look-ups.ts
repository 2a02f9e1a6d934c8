import { parseBrCode } from '../../../../aggregates/codes/br-code';
import { parsePixKey } from '../../../../aggregates/codes/pix-key';
import type { PixKeyType } from '../../../../commands/ports/payout-provider';
import type { ResolvedBrCode, ResolvedKey } from '../../../../commands/ports/resolved-payee';
import type { FailureCode, Result } from '../../../../commands/ports/result';
import { failed } from '../desk';
import { codeStatusOf, scenarioOfKey } from '../payouts/choose-scenario';
import { chargeOf } from './dynamic-codes';

const refused = (code: FailureCode, message: string) => failed('REJECTED', code, message);

export const lookUpBrCode = (brCode: string): Result<ResolvedBrCode> => {
  const result = parseBrCode(brCode);
  if (!result.ok) return refused('CODE_INVALID', `The code is refused: ${result.reason}`);
  const { kind, payeeName, key, txid } = result.code;
  const value: ResolvedBrCode = {
    kind,
    ...chargeOf(result.code),
    payeeName,
    key: key?.key ?? null,
    txid,
    status: codeStatusOf(result.code),
  };
  return { ok: true, value };
};

/** Other faults of an account appear only when it is paid. */
const REFUSED_BY_DIRECTORY: readonly FailureCode[] = ['KEY_NOT_FOUND', 'KEY_FRAUD_FLAGGED'];

export const lookUpKey = (asked: { readonly keyType: PixKeyType; readonly key: string }): Result<ResolvedKey> => {
  const key = parsePixKey(asked.keyType, asked.key);
  if (key === null) return refused('KEY_INVALID', `Not a PIX key of kind ${asked.keyType}`);
  const fault = scenarioOfKey(key)?.failure ?? null;
  if (fault !== null && REFUSED_BY_DIRECTORY.includes(fault.code)) return refused(fault.code, fault.message);
  return { ok: true, value: { payeeName: 'SANDBOX SEM VALOR' } };
};
