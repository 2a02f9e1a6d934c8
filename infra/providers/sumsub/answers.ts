import { z } from 'zod';
import type { FailureCode } from '../../../commands/ports/providers/result';
import type { Answered } from '../http/client';
import { listOf, text } from '../http/shapes';
import { unansweredBy } from '../http/unanswered';
import { unstartedBy } from '../http/unstarted';

const review = z.object({
  reviewStatus: z.string().max(100),
  reviewResult: z.object({ reviewAnswer: text, reviewRejectType: text, rejectLabels: listOf(z.string()) }).nullish(),
});

/** `info` was read from documents. The data that a person declared are `fixedInfo`, which proves nothing. */
const info = z.object({
  ...{ dob: text, tin: text },
  idDocs: listOf(z.object({ number: text, additionalNumber: text, dob: text })),
  companyInfo: z.object({ registrationNumber: text, taxId: text }).nullish(),
});

export const applicantShape = z.object({
  ...{ id: z.string().min(1).max(100), externalUserId: z.string().max(200), type: text },
  ...{ review: review.nullish(), info: info.nullish() },
});

export type Applicant = z.infer<typeof applicantShape>;

export const linkShape = z.object({ url: z.url().max(2_000) });

/** Null: Sumsub itself has not refused; an answer of something else on the way is no refusal. */
export const refusalIn = ({ status, body }: Answered): FailureCode | null => {
  if (status === 429) return 'RATE_LIMITED';
  if (typeof body !== 'object' || body === null) return null;
  if (status === 401 || status === 403) return 'AUTH';
  if (status === 409) return 'DUPLICATE_KEY';
  return status === 400 || status === 404 ? 'OTHER' : null;
};

/** Null: the question is answered, or refused with 404. */
export const unansweredIn = unansweredBy('Sumsub', (told) => (told.status === 400 ? null : refusalIn(told)));

export const unstartedIn = unstartedBy('Sumsub', refusalIn);
