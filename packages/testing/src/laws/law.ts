import fc from 'fast-check';
import { SCHEMA_VERSIONS } from '../../../../aggregates/schema-versions';
import { type TestedDecider, VERSION } from '../decider';
import { faultyCommandsOf } from '../histories';
import { LIVES } from '../lives';
import { type DriveOptions, drive, type SeenCheck, type Violation } from '../model/drive';
import { type Scope, trialsOf } from '../model/trials';
import { runCommands } from '../run-commands';
import { type Asked, sentencesOf } from '../sentences';
import type { Check, Judged, Trial } from './trial';

export interface LawOptions {
  /** Histories that are tried, 1,000 unless given. */
  readonly runs?: number;
  /** The same seed tries the same histories. */
  readonly seed?: number;
}

export interface Law {
  <State, Command, Event>(decider: TestedDecider<State, Command, Event>, options?: LawOptions): Promise<void>;
  /** Drives the sandbox of a running service: 50 runs unless given. */
  (baseUrl: string, options: DriveOptions): Promise<void>;
  readonly title: string;
  readonly seen: SeenCheck;
}

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

/** The first fault that the check finds; `count` is called for each case. */
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

const brokenAt = (title: string, baseUrl: string, { law: broken, fault, commands }: Violation): Error =>
  new Error(
    [
      broken === title ? `${title}: ${baseUrl} breaks this law.` : `${title}: ${baseUrl} cannot be driven.`,
      ...['The shortest history:', ...commands, `Fault: ${fault}`],
    ].join('\n'),
  );

const holdAt = async (title: string, seen: SeenCheck, baseUrl: string, options: DriveOptions): Promise<void> => {
  const { violations, cases } = await drive(baseUrl, options, { [title]: seen });
  const [found] = violations;
  if (found !== undefined) throw brokenAt(title, baseUrl, found);
  if (cases[title] === undefined) throw new Error(`${title}: no history of ${baseUrl} had a case to evaluate`);
};

/**
 * A law from its title and its check. The law rejects with the shortest history that breaks it, and without any case.
 * At a base URL the service's answers are the history of each intent; `scope` says if that is enough.
 */
export const law = (title: string, check: Check, scope: Scope = 'EACH'): Law => {
  function* seen(...[one, runs]: Parameters<SeenCheck>) {
    for (const trial of trialsOf(scope, one, runs)) yield* check(trial);
  }
  const evaluate = async (subject: unknown, options: LawOptions | DriveOptions = {}): Promise<void> => {
    if (typeof subject !== 'string') {
      mustBeOfThisVersion(subject as Judged);
      hold(title, check, subject as Judged, options);
    } else if (scope === 'NONE') throw new Error(`${title}: this cannot be seen from outside; give the law a decider`);
    else await holdAt(title, seen, subject, options as DriveOptions);
  };
  return Object.assign(evaluate, { title, seen });
};
