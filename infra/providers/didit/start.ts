import type { KycAnswer } from '../../../commands/ports/providers/kyc-provider';
import type { CallContext, Failure, Result } from '../../../commands/ports/providers/result';
import { failingAs } from '../failures';
import type { Told } from '../http/client';
import { refusalIn, sessionShape, stateOf, unansweredIn } from './answers';
import type { Didit } from './client';

interface Asked {
  readonly vendor_data: string | null | undefined;
  readonly workflow_id: string | null | undefined;
  readonly expected_details?: object;
}

/** Null: Didit has answered with a session. Something else than its own refusal leaves the outcome unknown. */
const failureIn = (didit: Didit, told: Told): Failure | null => {
  const fail = failingAs(didit);
  if (told.kind === 'LOST') return fail('UNKNOWN', 'TIMEOUT', 'Didit did not answer');
  if (told.kind === 'NOT_SENT' || told.status < 300) return unansweredIn(didit, told);
  const code = refusalIn(told);
  if (code === null) return fail('UNKNOWN', 'OTHER', `Didit answered ${told.status}`);
  if (code === 'INSUFFICIENT_FUNDS') return fail('UNAVAILABLE', code, 'The account has no credits at Didit');
  return unansweredIn(didit, told) ?? fail('REJECTED', code, 'Didit refuses the session');
};

/** An unfinished session of the same reference comes back in the place of another one. */
export const postSession = async (didit: Didit, context: CallContext, asked: Asked): Promise<Result<KycAnswer>> => {
  const callback = didit.returnUrl === null ? {} : { callback: didit.returnUrl };
  const told = await didit.post(context, '/session/', { ...asked, ...callback });
  const failure = failureIn(didit, told);
  if (failure !== null) return failure;
  const read = sessionShape.safeParse(told.kind === 'ANSWERED' ? told.body : undefined);
  const state = read.success ? stateOf(read.data.status) : null;
  if (!read.success || state === null || read.data.vendor_data !== asked.vendor_data)
    return failingAs(didit)('UNKNOWN', 'PROTOCOL', 'Didit answered with something else than the session');
  const { session_id: providerSessionId, status: providerStatus, url: webViewUrl } = read.data;
  return { ok: true, value: { providerSessionId, state, providerStatus, webViewUrl } };
};
