/** The subject of a user's tax data, sealed a second time: its key outlives the erasure of the user. */
export type FiscalSubject = `fiscal:${string}`;

export const FISCAL_PREFIX = 'fiscal:';

export const fiscalSubjectOf = (userId: string, destroyedBefore: number): FiscalSubject =>
  destroyedBefore === 0 ? `${FISCAL_PREFIX}${userId}` : `${FISCAL_PREFIX}${userId}:${destroyedBefore + 1}`;

export const isFiscal = (subjectId: string): subjectId is FiscalSubject => subjectId.startsWith(FISCAL_PREFIX);

export const userOfFiscal = (subject: FiscalSubject): string =>
  subject.slice(FISCAL_PREFIX.length).replace(/:\d+$/, '');
