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

/** A test of a suite, skipped where the author's environment lacks one of its needs. */
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

export interface Closable {
  readonly close?: () => Promise<void>;
}

export interface Opened<World> {
  /** Called for each test. */
  readonly open: () => Promise<World>;
  /** Absent: the globals of jest. */
  readonly runner?: Runner;
}

interface InScenes<World, Scene> {
  readonly cases: Cases<Scene>;
  readonly sceneOf: (world: World) => Scene;
  /** Needs that the author's environment has. */
  readonly there: readonly string[];
}

/** Declares the cases, each in a scene of its own. */
export const describeInScenes = <World extends Closable, Scene>(
  title: string,
  { open, runner: given }: Opened<World>,
  { cases, sceneOf, there }: InScenes<World, Scene>,
): void => {
  const runner = runnerOf(given);
  const inScene = async (run: Case<Scene>): Promise<void> => {
    const world = await open();
    await run(sceneOf(world)).finally(world.close);
  };
  runner.describe(title, () => declareCases(runner, cases, (need) => there.includes(need), inScene));
};
