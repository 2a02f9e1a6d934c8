import type { PersonType } from '../../../aggregates/kyc/events';
import type { DeclaredToProvider, KycAnswer, KycProvider } from '../../../commands/ports/providers/kyc-provider';
import type { CallContext, Result } from '../../../commands/ports/providers/result';
import { failingAs } from '../failures';
import { readRefusable } from '../http/read-refusable';
import { type Decision, decisionShape, listShape, unansweredIn } from './answers';
import { createDidit, type Didit, type DiditOptions } from './client';
import { answerOf } from './decision';
import { postSession } from './start';

const readDecision = async (didit: Didit, context: CallContext, id: string): Promise<Result<Decision>> => {
  const fail = failingAs(didit);
  const read = await readRefusable(didit, context, {
    ...{ path: '/session/', id: `${encodeURIComponent(id)}/decision/`, shape: decisionShape, unansweredIn },
    refused: fail('NOT_FOUND', 'OTHER', 'Didit has no such session'),
  });
  const isOther = read.ok && read.value.session_id !== id;
  return isOther ? fail('UNAVAILABLE', 'PROTOCOL', 'Didit answered about another session') : read;
};

const readAnswer = async (didit: Didit, context: CallContext, id: string): Promise<Result<KycAnswer>> => {
  const decision = await readDecision(didit, context, id);
  return decision.ok ? answerOf(didit, decision.value) : decision;
};

/** Ids of all sessions of a reference, oldest first. */
const listIds = async (didit: Didit, context: CallContext, ref: string): Promise<Result<readonly string[]>> => {
  const id = `?${new URLSearchParams({ vendor_data: ref, session_kind: 'all', limit: '50' }).toString()}`;
  const fail = failingAs(didit);
  const refused = fail('UNAVAILABLE', 'OTHER', 'Didit refuses to list the sessions');
  const read = await readRefusable(didit, context, { path: '/sessions/', id, shape: listShape, unansweredIn, refused });
  if (!read.ok) return read;
  if (read.value.next) return fail('UNAVAILABLE', 'PROTOCOL', 'Didit lists too many sessions');
  const own = read.value.results.filter(({ vendor_data }) => vendor_data === ref);
  return { ok: true, value: own.map(({ session_id }) => session_id).toReversed() };
};

/** A list names no verified data, so each session is read. */
const find = async (didit: Didit, context: CallContext, ref: string): Promise<Result<readonly KycAnswer[]>> => {
  const ids = await listIds(didit, context, ref);
  if (!ids.ok) return ids;
  const answers: KycAnswer[] = [];
  for (const id of ids.value) {
    const answer = await readAnswer(didit, context, id);
    if (!answer.ok) return answer;
    answers.push(answer.value);
  }
  return { ok: true, value: answers };
};

/** An expired session is never continued: another one of the same reference takes its place. */
const reopen = async (didit: Didit, context: CallContext, id: string): Promise<Result<KycAnswer>> => {
  const decision = await readDecision(didit, context, id);
  const answer = decision.ok ? answerOf(didit, decision.value) : decision;
  if (!decision.ok || !answer.ok || answer.value.state !== 'EXPIRED') return answer;
  const { vendor_data, workflow_id, expected_details } = decision.value;
  return postSession(didit, context, { vendor_data, workflow_id, ...(expected_details ? { expected_details } : {}) });
};

const erase = async (didit: Didit, context: CallContext, ref: string): Promise<Result<null>> => {
  const ids = await listIds(didit, context, ref);
  if (!ids.ok) return ids;
  for (const id of ids.value) {
    const told = await didit.remove(context, ['/session/', `${encodeURIComponent(id)}/delete/`]);
    const unanswered = unansweredIn(didit, told);
    if (unanswered !== null) return unanswered;
  }
  return { ok: true, value: null };
};

const expectedOf = ({ document, birthDate, profile }: DeclaredToProvider): object => {
  const name = profile['fullName'];
  const [first_name = '', ...others] = typeof name === 'string' ? name.split(' ') : [];
  const last_name = others.join(' ');
  return { first_name, last_name, date_of_birth: birthDate ?? undefined, identification_number: document };
};

/** Sessions of persons and companies at Didit. */
export const createDiditKyc = (options: DiditOptions): KycProvider => {
  const didit = createDidit(options);
  const { name, flows } = options;
  return {
    ...{ name, mode: 'live', personTypes: Object.keys(flows) as PersonType[] },
    start: (context, { ref, declared }) =>
      postSession(didit, context, {
        ...{ vendor_data: ref, workflow_id: flows[declared.personType] },
        // Didit reads the data of a company from its registry.
        ...(declared.personType === 'PF' ? { expected_details: expectedOf(declared) } : {}),
      }),
    get: (context, id) => readAnswer(didit, context, id),
    reopen: (context, id) => reopen(didit, context, id),
    find: (context, ref) => find(didit, context, ref),
    erase: (context, ref) => erase(didit, context, ref),
    health: async (context) => {
      const read = await listIds(didit, context, 'health');
      return read.ok ? { ok: true, value: null } : read;
    },
  };
};
