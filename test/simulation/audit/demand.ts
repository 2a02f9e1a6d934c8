import { isDeepStrictEqual } from 'node:util';

/** Collects the findings of an audit and goes on, so that one violation does not hide another. */
export const createFindings = () => {
  const violations: string[] = [];
  const shown = (value: unknown): string =>
    value === undefined
      ? 'undefined'
      : JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? part.toString() : part));
  return {
    violations,
    holds: (law: string, isSo: boolean, ...about: readonly unknown[]): void => {
      if (!isSo) violations.push(`${law}: ${about.map(shown).join(' ')}`);
    },
    equal: (law: string, found: unknown, expected: unknown, ...about: readonly unknown[]): void => {
      if (isDeepStrictEqual(found, expected)) return;
      violations.push(`${law}: ${about.map(shown).join(' ')} is ${shown(found)} and not ${shown(expected)}`);
    },
  };
};

export type Findings = ReturnType<typeof createFindings>;
