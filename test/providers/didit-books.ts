import { randomUUID } from 'node:crypto';
import type { Reply } from './bank-server';

// Answers of the documents: docs.didit.me, pages sessions-api/create-session, retrieve-session, list-sessions and
// business-verification/response-schema.

type Body = Readonly<Record<string, unknown>>;

export interface Held {
  readonly id: string;
  readonly told: Body;
  readonly createdAt: string;
  status: string;
  /** The status once the person has finished. */
  readonly outcome: string;
}

export interface Books {
  readonly sessions: Held[];
  environment: 'live' | 'sandbox';
  /** Outcome of the sessions that are made next. */
  outcome: string;
  /** Differences of every decision. */
  decided: object;
  /** The refusal of the next session. */
  refused: Reply | null;
  readonly settle: () => void;
}

/** Its workflow is one of companies. */
export const COMPANY_FLOW = '22222222-2222-3333-4444-555555555555';
export const PERSON_FLOW = '11111111-2222-3333-4444-555555555555';

const UNFINISHED = ['Not Started', 'In Progress', 'Resubmitted', 'Awaiting User'];

export const openBooks = (): Books => {
  const sessions: Held[] = [];
  return {
    ...{ sessions, environment: 'live', outcome: 'Approved', decided: {}, refused: null },
    settle: () => {
      for (const held of sessions) if (UNFINISHED.includes(held.status)) held.status = held.outcome;
    },
  };
};

const urlOf = ({ id }: Held): string => `https://verify.didit.me/session/${id.slice(0, 12)}`;
const isCompany = ({ told }: Held): boolean => told['workflow_id'] === COMPANY_FLOW;

/** An unfinished session of the same vendor data and workflow comes back. */
export const create = (books: Books, told: Body, nowMs: number): Reply => {
  const { refused, sessions, outcome } = books;
  books.refused = null;
  if (refused !== null) return refused;
  const { workflow_id, vendor_data } = told;
  if (workflow_id !== PERSON_FLOW && workflow_id !== COMPANY_FLOW)
    return { status: 400, body: { workflow_id: ['Workflow not found.'] } };
  const isSame = (held: Held): boolean =>
    UNFINISHED.includes(held.status) &&
    held.told['vendor_data'] === vendor_data &&
    held.told['workflow_id'] === workflow_id;
  const held = sessions.find(isSame) ?? {
    ...{ id: randomUUID(), told, createdAt: new Date(nowMs).toISOString(), status: 'Not Started', outcome },
  };
  if (!sessions.includes(held)) sessions.push(held);
  const { callback } = told;
  const session = { session_id: held.id, session_number: sessions.length, session_token: '3FaJ9wLqX2Mz' };
  return {
    status: 201,
    body: {
      ...session,
      url: urlOf(held),
      vendor_data,
      status: held.status,
      workflow_id,
      workflow_version: 3,
      callback,
    },
  };
};

/** The person shows the documents of the declared one. */
const personOf = ({ told }: Held) => {
  const expected = (told['expected_details'] ?? {}) as Readonly<Record<string, string>>;
  const document = {
    ...{ node_id: 'feature_ocr_1', status: 'Approved', document_type: 'Identity Card', document_number: '1234567' },
    ...{ personal_number: expected['identification_number'], date_of_birth: expected['date_of_birth'] },
    ...{ first_name: expected['first_name'], full_name: 'Fulana de Tal', age: 56, warnings: [] },
  };
  return { id_verifications: [document], liveness_checks: [{ status: 'Approved', score: 92.4, warnings: [] }] };
};

const companyOf = () => {
  const company = { company_name: 'Empresa Teste SA', registration_number: '12.ABC.345/01DE-35', tax_number: null };
  return { registry_checks: [{ status: 'Approved', company, warnings: [] }] };
};

export const decision = (books: Books, id: string): Reply => {
  const held = books.sessions.find((each) => each.id === id);
  if (held === undefined) return { status: 404, body: { detail: 'Not found.' } };
  const { told, status } = held;
  const { vendor_data, workflow_id, callback, expected_details = null } = told;
  const checks = UNFINISHED.includes(status) ? {} : isCompany(held) ? companyOf() : personOf(held);
  return {
    status: 200,
    body: {
      ...{ session_id: id, session_kind: isCompany(held) ? 'business' : 'user', session_number: 43_762 },
      ...{ session_url: urlOf(held), status, environment: books.environment, workflow_id, vendor_data, callback },
      ...{ expected_details, id_verifications: null, aml_screenings: null, registry_checks: null },
      ...{ ...checks, created_at: held.createdAt, ...books.decided },
    },
  };
};

/** Newest first. */
export const list = ({ sessions }: Books, asked: URLSearchParams): Reply => {
  const own = sessions.filter(({ told }) => told['vendor_data'] === asked.get('vendor_data')).toReversed();
  const results = own.map((held) => ({
    ...{ session_id: held.id, status: held.status, vendor_data: held.told['vendor_data'], session_url: urlOf(held) },
    session_kind: isCompany(held) ? 'business' : 'user',
  }));
  return { status: 200, body: { count: own.length, next: null, previous: null, results } };
};

export const remove = ({ sessions }: Books, id: string): Reply => {
  const at = sessions.findIndex((held) => held.id === id);
  if (at < 0) return { status: 404, body: { detail: 'Not found.' } };
  sessions.splice(at, 1);
  return { status: 204, body: null };
};
