type Body = () => Promise<void>;
type Declare = (title: string, body: Body) => unknown;

interface Declaring {
  readonly describe: (title: string, body: () => void) => unknown;
  readonly test: Declare & { readonly skip: Declare };
}

/** The globals of jest or the module `node:test`. */
export type Runner = Declaring &
  (
    | { readonly beforeAll: (body: Body) => unknown; readonly afterAll: (body: Body) => unknown }
    | { readonly before: (body: Body) => unknown; readonly after: (body: Body) => unknown }
  );

/** Throws when there is none and no globals of jest. */
export const runnerOf = (given?: Runner) => {
  const globals: unknown = globalThis;
  const runner = given ?? (globals as Runner);
  if (typeof runner.test !== 'function') throw new Error('No test runner: give `runner`, such as the module node:test');
  const { describe, test } = runner;
  return 'beforeAll' in runner
    ? { describe, test, before: runner.beforeAll, after: runner.afterAll }
    : { describe, test, before: runner.before, after: runner.after };
};

/** A test of a suite. It is skipped where the author's environment lacks one of its needs. */
export type Case<Scene> = ((scene: Scene) => Promise<void>) & { readonly needs?: readonly string[] };

/** Tests by their titles. */
export type Cases<Scene> = Readonly<Record<string, Case<Scene>>>;

export const needing = <Scene>(needs: readonly string[], run: (scene: Scene) => Promise<void>): Case<Scene> =>
  Object.assign(run, { needs });

/** `inScene` opens what a test works with, runs it and closes. */
export const declareCases = <Scene>(
  { test }: Pick<Declaring, 'test'>,
  cases: Cases<Scene>,
  isThere: (need: string) => boolean,
  inScene: (run: Case<Scene>) => Promise<void>,
): void => {
  for (const [title, run] of Object.entries(cases)) {
    const declare = (run.needs ?? []).every(isThere) ? test : test.skip;
    declare(title, () => inScene(run));
  }
};
