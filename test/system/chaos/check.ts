/** A question to the books, and the objections to "yes". */
export interface Check {
  readonly name: string;
  readonly objections: readonly string[];
}

export const checkOf = (name: string, objections: readonly string[]): Check => ({ name, objections });

export const isSettled = (checks: readonly Check[]): boolean =>
  checks.every(({ objections }) => objections.length === 0);

/** For the assertion of a test. */
export const failedChecks = (checks: readonly Check[]): readonly string[] =>
  checks
    .filter(({ objections }) => objections.length > 0)
    .map(({ name, objections }) => `${name}: ${objections.join(', ')}`);
