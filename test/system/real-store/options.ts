import { accessSync, constants } from 'node:fs';
import { parseArgs } from 'node:util';

export const BINARY_VARIABLE = 'EVENTSTORE_BINARY';

export interface RealStoreOptions {
  /** The program that is started as each node of the store. */
  readonly binary: string;
  readonly nodes: 1 | 3;
  /** How often the leader is killed. */
  readonly kills: number;
  /** How long payments are opened; faults that do not fit make it longer. */
  readonly minutes: number;
  readonly seed: number;
}

const DEFAULTS = { nodes: '3', kills: '10', minutes: '6', seed: '1' };

const wholeOf = (name: string, text: string, least: number): number => {
  const value = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(value) || value < least) {
    throw new Error(`--${name} is a whole number from ${least} on`);
  }
  return value;
};

/** Throws with a message for the operator: what is missing, or wrong. Looks whether the program is there. */
export const readOptions = (words: readonly string[], environment: NodeJS.ProcessEnv): RealStoreOptions => {
  const text = (name: keyof typeof DEFAULTS) => ({ type: 'string', default: DEFAULTS[name] }) as const;
  const { values } = parseArgs({
    args: [...words],
    options: { nodes: text('nodes'), kills: text('kills'), minutes: text('minutes'), seed: text('seed') },
  });
  const nodes = wholeOf('nodes', values.nodes, 1);
  if (nodes !== 1 && nodes !== 3) throw new Error('--nodes is 1 or 3');
  const rest = {
    kills: wholeOf('kills', values.kills, 0),
    minutes: wholeOf('minutes', values.minutes, 1),
    seed: wholeOf('seed', values.seed, 1),
  };
  return { binary: programIn(environment), nodes, ...rest };
};

const programIn = (environment: NodeJS.ProcessEnv): string => {
  const binary = environment[BINARY_VARIABLE];
  if (binary === undefined || binary === '') {
    throw new Error(`${BINARY_VARIABLE} is not set: name the program of an EventStoreDB, such as eventstored`);
  }
  try {
    accessSync(binary, constants.X_OK);
  } catch {
    throw new Error(`${BINARY_VARIABLE} names no program that can be started: ${binary}`);
  }
  return binary;
};
