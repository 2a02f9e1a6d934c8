import fc from 'fast-check';
import { SCHEMA_VERSIONS } from '../../../../aggregates/schema-versions';
import { type TestedDecider, VERSION } from '../decider';
import { faultyCommandsOf } from '../histories';
import { LIVES, type Life } from '../lives';
import { type Run, runCommands } from '../run-commands';
import { type Asked, type Fact, sentencesOf } from '../sentences';

type Judged = TestedDecider<unknown, Asked, Fact>;

export interface Trial extends Run<unknown, Asked, Fact> {
  readonly decider: Judged;
  readonly life: Life;
}

/** For each case that the law is about: null when the law holds, or a sentence that says how it was broken. */
export type Check = (trial: Trial) => Iterable<string | null>;

export interface LawOptions {
  /** Histories that are tried, 1,000 unless given. */
  readonly runs?: number;
  /** The same seed tries the same histories. */
  readonly seed?: number;
}

export type Law = <State, Command, Event>(
  decider: TestedDecider<State, Command, Event>,
  options?: LawOptions,
) => Promise<void>;

const RUNS = 1_000;

const mustBeOfThisVersion = ({ name, version }: Judged): void => {
  if (version !== VERSION) {
    throw new Error(`The decider ${name} is of lastro-testing ${version}, the laws are of ${VERSION}`);
  }
};

const unknownEvent = ({ history }: Trial): string | null => {
  const stranger = history.find(({ type }) => !Object.hasOwn(SCHEMA_VERSIONS, type));
  return stranger === undefined ? null : `lastro-testing ${VERSION} does not know the event ${stranger.type}`;
};

/** The first fault that the check finds; `count` hears of each case. */
const faultIn = (trial: Trial, check: Check, count: () => void): string | null => {
  for (const found of check(trial)) {
    count();
    if (found !== null) return found;
  }
  return unknownEvent(trial);
};

const judge = (decider: Judged, commands: readonly Asked[], check: Check, count: () => void): string | null => {
  try {
    const run = runCommands(decider, commands);
    return faultIn({ ...run, decider, life: LIVES[decider.name] }, check, count);
  } catch (error) {
    return `The decider threw: ${error instanceof Error ? error.message : String(error)}`;
  }
};

/** No single command can be left out. */
const shortestOf = (
  commands: readonly Asked[],
  isBroken: (commands: readonly Asked[]) => boolean,
): readonly Asked[] => {
  for (let place = commands.length - 1; place >= 0; place -= 1) {
    const fewer = commands.filter((_, index) => index !== place);
    if (isBroken(fewer)) return shortestOf(fewer, isBroken);
  }
  return commands;
};

const toldUntilFault = (decider: Judged, commands: readonly Asked[]): readonly string[] => {
  try {
    return sentencesOf(runCommands(decider, commands));
  } catch {
    return [
      ...sentencesOf(runCommands(decider, commands.slice(0, -1))),
      `${commands.length}. ${JSON.stringify(commands.at(-1))}`,
    ];
  }
};

const broken = (title: string, decider: Judged, commands: readonly Asked[], fault: string): Error =>
  new Error(
    [
      `${title}: the ${decider.name} breaks this law.`,
      'The shortest history:',
      ...toldUntilFault(decider, commands),
      `Fault: ${fault}`,
    ].join('\n'),
  );

const hold = (title: string, check: Check, decider: Judged, { runs = RUNS, seed }: LawOptions): void => {
  let cases = 0;
  const count = (): void => {
    cases += 1;
  };
  const faultOf = (commands: readonly Asked[]) => judge(decider, commands, check, count);
  const property = fc.property(faultyCommandsOf(decider), (commands) => faultOf(commands) === null);
  const options = { numRuns: runs, endOnFailure: true, ...(seed === undefined ? {} : { seed }) };
  const [found] = fc.check(property, options).counterexample ?? [];
  if (found !== undefined) {
    const shortest = shortestOf(found, (commands) => faultOf(commands) !== null);
    throw broken(title, decider, shortest, faultOf(shortest) ?? 'none when it was tried again: the decider has chance');
  }
  if (cases === 0) throw new Error(`${title}: no history of the ${decider.name} had a case to evaluate`);
};

/** A law from its title and its check. It rejects with the shortest history that breaks it, and when it had no case at all. */
export const law =
  (title: string, check: Check): Law =>
  async (decider, options = {}) => {
    const judged = decider as unknown as Judged;
    mustBeOfThisVersion(judged);
    hold(title, check, judged, options);
  };
