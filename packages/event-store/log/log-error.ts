/** The database was away, silent or overloaded: the caller may ask again. */
export interface LogAway extends Error {
  readonly name: 'LogAway';
}

export const logAway = (cause: string): LogAway =>
  Object.assign(new Error(`The event log is away: ${cause}`), { name: 'LogAway' as const });

export const isLogAway = (error: unknown): error is LogAway => error instanceof Error && error.name === 'LogAway';

export const causeOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name;
  return error.message === '' ? code : error.message;
};

/** SQLSTATE classes that pass: connection, standby, rollback, resources, lock not available, operator, system. */
const PASSING = /^(08|25006|25P03|40|53|55P03|57|58|XX)/;

const codeOf = (error: unknown): string | null =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;

const SQLSTATE = /^[0-9A-Z]{5}$/;

/** A fault of the statement itself: no event was written, and a repetition fails again. */
export const isFaultOfStatement = (error: unknown): boolean => {
  const code = codeOf(error);
  return code !== null && SQLSTATE.test(code) && !PASSING.test(code);
};

/** PostgreSQL answered with an error, and the connection goes on. */
export const isAnswer = (error: unknown): boolean =>
  error instanceof Error && 'severity' in error && error.severity === 'ERROR';
