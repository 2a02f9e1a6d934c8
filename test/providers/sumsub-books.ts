import { randomBytes } from 'node:crypto';
import type { Reply } from './bank-server';

// Answers of the documents: docs.sumsub.com, pages create-applicants, get-applicant-data, generate-websdk-external-link and
// receive-and-interpret-results-via-api.

type Body = Readonly<Record<string, unknown>>;

export interface Held {
  readonly id: string;
  readonly level: string;
  readonly told: Body;
  readonly review: object;
  isSettled: boolean;
}

export interface Books {
  readonly applicants: Held[];
  readonly links: Body[];
  /** Review of the applicants that are made next, once they settle. */
  review: object;
  /** Data that Sumsub has read from documents. */
  info: object;
  readonly settle: () => void;
}

export const PERSON_LEVEL = 'basic kyc';
export const COMPANY_LEVEL = 'basic-kyb';

export const APPROVED = { reviewStatus: 'completed', reviewResult: { reviewAnswer: 'GREEN' } };
export const rejected = (label: string, reviewRejectType = 'RETRY') => ({
  reviewStatus: 'completed',
  reviewResult: { reviewAnswer: 'RED', reviewRejectType, rejectLabels: [label], clientComment: 'Fulana' },
});

const READ = {
  ...{ firstName: 'Fulana', dob: '1970-11-14', country: 'BRA' },
  idDocs: [
    { idDocType: 'ID_CARD', country: 'BRA', number: '1234567', additionalNumber: '404.428.201-35', firstName: 'F' },
  ],
};

export const openBooks = (): Books => {
  const applicants: Held[] = [];
  return {
    ...{ applicants, links: [], review: APPROVED, info: READ },
    settle: () => {
      for (const held of applicants) held.isSettled = true;
    },
  };
};

const refuse = (code: number, description: string): Reply => ({
  status: code,
  body: { description, code, correlationId: 'req-1' },
});

const shown = ({ info: read }: Books, { id, level, told, review, isSettled }: Held): Reply => {
  const { externalUserId, type, info = {} } = told;
  const known = isSettled && type === 'individual' ? read : info;
  return {
    status: 200,
    body: {
      ...{ id, createdAt: '2026-11-16 13:34:54', clientId: 'lastro', externalUserId, type, info: known },
      review: { levelName: level, attemptCnt: 0, ...(isSettled ? review : { reviewStatus: 'init' }) },
    },
  };
};

export const create = (books: Books, level: string, told: Body): Reply => {
  const { applicants, review } = books;
  const { externalUserId, type } = told;
  if (level !== (type === 'company' ? COMPANY_LEVEL : PERSON_LEVEL)) return refuse(404, 'Level was not found');
  const known = applicants.find((held) => held.told['externalUserId'] === externalUserId);
  if (known !== undefined) return refuse(409, `Applicant with external user id already exists: ${known.id}`);
  const held = { id: randomBytes(12).toString('hex'), level, told, review, isSettled: false };
  applicants.push(held);
  return { ...shown(books, held), status: 201 };
};

/** `place` is an id, or `-;externalUserId=`. */
export const show = (books: Books, place: string): Reply => {
  const ref = /^-;externalUserId=(.*)$/.exec(decodeURIComponent(place))?.[1];
  const held = books.applicants.find(({ id, told }) =>
    ref === undefined ? id === place : told['externalUserId'] === ref,
  );
  return held === undefined ? refuse(404, 'Applicant not found') : shown(books, held);
};

export const link = ({ links, applicants }: Books, told: Body): Reply => {
  if (!applicants.some((held) => held.told['externalUserId'] === told['userId'])) return refuse(400, 'No such user');
  links.push(told);
  return { status: 200, body: { url: `https://in.sumsub.com/websdk/p/sbx_${links.length}` } };
};
