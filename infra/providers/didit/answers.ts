import { z } from 'zod';
import type { KycAnswer } from '../../../commands/ports/providers/kyc-provider';
import type { FailureCode } from '../../../commands/ports/providers/result';
import type { Answered } from '../http/client';
import { listOf, text } from '../http/shapes';
import { unansweredBy } from '../http/unanswered';

const check = { status: text, warnings: listOf(z.object({ risk: text })) };

const hit = z.object({
  ...{ review_status: text, datasets: listOf(z.string()) },
  ...{ sanction_matches: listOf(z.unknown()), pep_matches: listOf(z.unknown()) },
});

/** Every check is a list: a workflow may run it several times. Null: it has not run yet. */
export const decisionShape = z.object({
  ...{ session_id: z.string().min(1).max(100), status: z.string().max(100), environment: z.string() },
  ...{ vendor_data: text, workflow_id: text, session_url: text, expected_details: z.object({}).loose().nullish() },
  id_verifications: listOf(z.object({ ...check, personal_number: text, document_number: text, date_of_birth: text })),
  registry_checks: listOf(
    z.object({ ...check, company: z.object({ registration_number: text, tax_number: text }).nullish() }),
  ),
  aml_screenings: listOf(z.object({ ...check, hits: listOf(hit) })),
  ...{ liveness_checks: listOf(z.object(check)), face_matches: listOf(z.object(check)) },
  ...{ database_validations: listOf(z.object(check)), document_verifications: listOf(z.object(check)) },
});

export type Decision = z.infer<typeof decisionShape>;

export const sessionShape = z.object({
  ...{ session_id: z.string().min(1).max(100), status: z.string().max(100), url: z.url().max(2_000) },
  vendor_data: z.string(),
});

export const listShape = z.object({
  results: z.array(z.object({ session_id: z.string().min(1).max(100), vendor_data: text })),
  next: text,
});

const plain = (words: string): string => words.replaceAll(/[ _]/g, '').toUpperCase();

/** Pages write the same status as `In Review` and as `IN_REVIEW`. */
const STATES: Readonly<Record<string, KycAnswer['state']>> = {
  ...{ NOTSTARTED: 'CREATED', INPROGRESS: 'IN_PROGRESS', AWAITINGUSER: 'IN_PROGRESS', RESUBMITTED: 'IN_PROGRESS' },
  ...{ INREVIEW: 'IN_REVIEW', APPROVED: 'APPROVED', DECLINED: 'REJECTED' },
  ...{ EXPIRED: 'EXPIRED', ABANDONED: 'EXPIRED', KYCEXPIRED: 'EXPIRED' },
};

/** Null: a status that no document names. */
export const stateOf = (status: string): KycAnswer['state'] | null =>
  Object.hasOwn(STATES, plain(status)) ? STATES[plain(status)]! : null;

export const isApproved = ({ status }: { readonly status?: string | null | undefined }): boolean =>
  plain(status ?? '') === 'APPROVED';

/** Null: Didit itself has not refused; an answer of something else on the way is no refusal. */
export const refusalIn = ({ status, body }: Answered): FailureCode | null => {
  if (status === 429) return 'RATE_LIMITED';
  if (typeof body !== 'object' || body === null) return null;
  // A missing key is 403, a wrong one 401.
  if (status === 401 || status === 403) return 'AUTH';
  if (status === 400 && /credit/i.test(JSON.stringify(body).slice(0, 1_000))) return 'INSUFFICIENT_FUNDS';
  return status === 400 || status === 404 ? 'OTHER' : null;
};

/** Null: the question is answered, or refused with 404. */
export const unansweredIn = unansweredBy('Didit', (told) => (told.status === 400 ? null : refusalIn(told)));
