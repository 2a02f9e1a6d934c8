import type { KycAnswer } from '../../../commands/ports/providers/kyc-provider';
import type { CallContext, Result } from '../../../commands/ports/providers/result';
import { failingAs } from '../failures';
import { unstartedBy } from '../http/unstarted';
import { refusalIn, sessionShape, stateOf } from './answers';
import type { Didit } from './client';

interface Asked {
  readonly vendor_data: string | null | undefined;
  readonly workflow_id: string | null | undefined;
  readonly expected_details?: object;
}

const unstartedIn = unstartedBy('Didit', refusalIn);

/** An unfinished session of the same reference comes back in the place of another one. */
export const postSession = async (didit: Didit, context: CallContext, asked: Asked): Promise<Result<KycAnswer>> => {
  const callback = didit.returnUrl === null ? {} : { callback: didit.returnUrl };
  const told = await didit.post(context, '/session/', { ...asked, ...callback });
  const failure = unstartedIn(didit, told);
  if (failure !== null) return failure;
  const read = sessionShape.safeParse(told.kind === 'ANSWERED' ? told.body : undefined);
  const state = read.success ? stateOf(read.data.status) : null;
  if (!read.success || state === null || read.data.vendor_data !== asked.vendor_data)
    return failingAs(didit)('UNKNOWN', 'PROTOCOL', 'Didit answered with something else than the session');
  const { session_id: providerSessionId, status: providerStatus, url: webViewUrl } = read.data;
  return { ok: true, value: { providerSessionId, state, providerStatus, webViewUrl } };
};
