import type { Runner } from './cases';

export interface TestResult {
  readonly title: string;
  readonly outcome: 'passed' | 'failed' | 'skipped';
  /** Error of a failed test. */
  readonly error?: unknown;
}

const resultOf = (title: string, body: () => Promise<void>): Promise<TestResult> =>
  body().then(
    () => ({ title, outcome: 'passed' }),
    (error: unknown) => ({ title, outcome: 'failed', error }),
  );

/**
 * Runs a suite here and now, without a framework, for instance to see that it finds a planted fault. Rejects when the
 * suite cannot open its adapter for all tests, or not close it.
 */
export const resultsOf = async (declare: (runner: Runner) => void): Promise<readonly TestResult[]> => {
  const results: TestResult[] = [];
  const steps: (() => Promise<unknown>)[] = [];
  const ends: (() => Promise<void>)[] = [];
  const test = (title: string, body: () => Promise<void>) =>
    steps.push(async () => results.push(await resultOf(title, body)));
  const skip = (title: string) => steps.push(async () => results.push({ title, outcome: 'skipped' }));
  declare({
    describe: (_title, body) => body(),
    test: Object.assign(test, { skip }),
    before: (body) => steps.push(body),
    after: (body) => ends.push(body),
  });
  for (const step of [...steps, ...ends]) await step();
  return results;
};
