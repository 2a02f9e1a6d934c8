import type { PersonType } from '../../../aggregates/kyc/events';
import type {
  DeclaredToProvider,
  KycAnswer,
  KycProvider,
  StartKyc,
} from '../../../commands/ports/providers/kyc-provider';
import type { CallContext, Result } from '../../../commands/ports/providers/result';
import { failingAs } from '../failures';
import { readRefusable } from '../http/read-refusable';
import { type Applicant, applicantShape, linkShape, unansweredIn, unstartedIn } from './answers';
import { answerOf } from './applicant';
import { createSumsub, type Sumsub, type SumsubOptions } from './client';

type Named = { readonly id: string } | { readonly externalUserId: string };

const placeOf = (named: Named): string =>
  'id' in named ? encodeURIComponent(named.id) : `-;externalUserId=${encodeURIComponent(named.externalUserId)}`;

const readApplicant = async (sumsub: Sumsub, context: CallContext, named: Named): Promise<Result<Applicant>> => {
  const fail = failingAs(sumsub);
  const read = await readRefusable(sumsub, context, {
    ...{ path: '/resources/applicants/', id: `${placeOf(named)}/one`, shape: applicantShape, unansweredIn },
    refused: fail('NOT_FOUND', 'OTHER', 'Sumsub has no such applicant'),
  });
  const isOther = read.ok && Object.entries(named).some(([name, value]) => read.value[name as 'id'] !== value);
  return isOther ? fail('UNAVAILABLE', 'PROTOCOL', 'Sumsub answered about another applicant') : read;
};

const answered = (sumsub: Sumsub, applicant: Result<Applicant>): Result<KycAnswer> =>
  applicant.ok ? answerOf(sumsub, applicant.value) : applicant;

const LINK_SECONDS = 86_400;

/** Every request of a link gives another one. */
const withLink = async (sumsub: Sumsub, context: CallContext, applicant: Applicant): Promise<Result<KycAnswer>> => {
  const answer = answerOf(sumsub, applicant);
  if (!answer.ok) return answer;
  const { flows, returnUrl } = sumsub;
  const levelName = applicant.type === 'company' ? flows.PJ : flows.PF;
  const redirect = returnUrl === null ? {} : { redirect: { successUrl: returnUrl, rejectUrl: returnUrl } };
  const link = await readRefusable(sumsub, context, {
    ...{ path: '/resources/sdkIntegrations/levels/-/websdkLink', shape: linkShape, unansweredIn },
    body: { levelName, userId: applicant.externalUserId, ...redirect, ttlInSecs: LINK_SECONDS },
    refused: failingAs(sumsub)('REJECTED', 'OTHER', 'Sumsub refuses the link'),
  });
  return link.ok ? { ok: true, value: { ...answer.value, webViewUrl: link.value.url } } : link;
};

/** Data of a person are read from documents alone, so none are declared. A company is found by its number. */
const applicantOf = ({ personType, document, profile }: DeclaredToProvider): object => {
  if (personType === 'PF') return { type: 'individual' };
  const companyInfo = { companyName: profile['businessName'], registrationNumber: document, country: 'BRA' };
  return { type: 'company', info: { companyInfo } };
};

/** The applicant exists, whatever failed. */
const withoutEnd = <Value>(result: Result<Value>): Result<Value> =>
  result.ok ? result : { ...result, kind: 'UNKNOWN' };

/** A reference has one applicant: a repeated start finds it. */
const createApplicant = async (
  sumsub: Sumsub,
  context: CallContext,
  { ref, declared }: StartKyc,
): Promise<Result<Applicant>> => {
  const level = `?levelName=${encodeURIComponent(sumsub.flows[declared.personType] ?? '')}`;
  const body = { externalUserId: ref, ...applicantOf(declared) };
  const told = await sumsub.post(context, ['/resources/applicants', level], body);
  const failure = unstartedIn(sumsub, told);
  if (failure?.code === 'DUPLICATE_KEY')
    return withoutEnd(await readApplicant(sumsub, context, { externalUserId: ref }));
  if (failure !== null) return failure;
  const read = applicantShape.safeParse(told.kind === 'ANSWERED' ? told.body : undefined);
  if (read.success && read.data.externalUserId === ref) return { ok: true, value: read.data };
  return failingAs(sumsub)('UNKNOWN', 'PROTOCOL', 'Sumsub answered with something else than the applicant');
};

/** An applicant without a link is found by its reference. */
const start = async (sumsub: Sumsub, context: CallContext, asked: StartKyc): Promise<Result<KycAnswer>> => {
  const applicant = await createApplicant(sumsub, context, asked);
  if (!applicant.ok) return applicant;
  return withoutEnd(await withLink(sumsub, context, applicant.value));
};

const find = async (sumsub: Sumsub, context: CallContext, ref: string): Promise<Result<readonly KycAnswer[]>> => {
  const answer = answered(sumsub, await readApplicant(sumsub, context, { externalUserId: ref }));
  if (answer.ok) return { ok: true, value: [answer.value] };
  return answer.kind === 'NOT_FOUND' ? { ok: true, value: [] } : answer;
};

/** Sumsub can hide an applicant by a call, and erase it by a person alone. */
const confirmErasure = async (sumsub: Sumsub, context: CallContext, ref: string): Promise<Result<null>> => {
  const read = await readApplicant(sumsub, context, { externalUserId: ref });
  if (read.ok) return failingAs(sumsub)('REJECTED', 'UNSUPPORTED', 'Sumsub erases an applicant in its dashboard alone');
  return read.kind === 'NOT_FOUND' ? { ok: true, value: null } : read;
};

/** Applicants at Sumsub as sessions (design: provider-facts, section 4). */
export const createSumsubKyc = (options: SumsubOptions): KycProvider => {
  const sumsub = createSumsub(options);
  const { name, flows } = options;
  return {
    ...{ name, mode: 'live', personTypes: Object.keys(flows) as PersonType[] },
    start: (context, asked) => start(sumsub, context, asked),
    get: async (context, id) => answered(sumsub, await readApplicant(sumsub, context, { id })),
    reopen: async (context, id) => {
      const applicant = await readApplicant(sumsub, context, { id });
      return applicant.ok ? withLink(sumsub, context, applicant.value) : applicant;
    },
    find: (context, ref) => find(sumsub, context, ref),
    erase: (context, ref) => confirmErasure(sumsub, context, ref),
    health: async (context) => {
      const found = await find(sumsub, context, 'health');
      return found.ok ? { ok: true, value: null } : found;
    },
  };
};
