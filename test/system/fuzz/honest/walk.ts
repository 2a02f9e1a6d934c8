import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from '../requests/random';
import type { Authorize, FuzzRequest } from '../requests/requests';
import { STEPS, type Step } from './steps';

export interface Walk {
  readonly random: Random;
  readonly authorize: Authorize;
  /** Known ids for this name in the operation. */
  readonly known: (operation: string, name: string) => readonly string[];
  /** Resolves with the answer; the ids in the answer are known from then on. */
  readonly send: (operation: string, request: FuzzRequest) => Promise<void>;
  readonly isStormOver: () => boolean;
  /** True once any client got a 2xx from the operation. */
  readonly isServed: (operation: string) => boolean;
}

/** A payout comes to the bank, and a webhook to its outcome, in their own time. */
const LONGEST_UNTIL_SERVED_MS = 180_000;
const BETWEEN_ROUNDS_MS = 500;

/** A client in its right mind, until each step was served or time is up; once more, since one of them empties the books. */
export const walkUntilServed = async (walk: Walk): Promise<void> => {
  const giveUpAtMs = performance.now() + LONGEST_UNTIL_SERVED_MS;
  while (unservedOf(walk).length > 0 && performance.now() < giveUpAtMs) {
    await goRound(walk);
    await pause(BETWEEN_ROUNDS_MS);
  }
  await goRound(walk);
};

/** The same client beside the storm, which names its new objects. */
export const walkBesideStorm = async (walk: Walk): Promise<void> => {
  while (!walk.isStormOver()) {
    await goRound(walk);
    await pause(BETWEEN_ROUNDS_MS);
  }
};

/** Names of the steps without a 2xx. */
export const unservedOf = ({ isServed }: Pick<Walk, 'isServed'>): readonly string[] =>
  STEPS.map(({ name }) => name).filter((name) => !isServed(name));

const goRound = async (walk: Walk): Promise<void> => {
  for (const step of STEPS) {
    const request = step.isOnce === true && walk.isServed(step.name) ? null : requestOf(walk, step);
    if (request !== null) await walk.send(step.name, request);
  }
};

/** Null while it needs an id that is not known. */
const requestOf = ({ random, authorize, known }: Walk, step: Step): FuzzRequest | null => {
  const names = [...step.name.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name).filter((name) => !step.path?.[name]);
  const ids = new Map<string, string>(Object.entries(step.path ?? {}));
  for (const name of [...names, ...(step.needs ?? [])]) {
    const found = known(step.name, name);
    if (found.length === 0) return null;
    // The newest is mostly what the step before has made, and an older one has come further.
    ids.set(name, (random.chance(0.5) ? found.at(-1) : null) ?? random.pick(found));
  }
  return written(authorize, step, (name) => ids.get(name) ?? '');
};

const written = (authorize: Authorize, step: Step, named: (name: string) => string): FuzzRequest => {
  const { scheme, query, body } = step;
  const [method = '', template = ''] = step.name.split(' ');
  const bare = template.replaceAll(/\{(\w+)\}/g, (_match, name: string) => encodeURIComponent(named(name)));
  const path = query === undefined ? bare : `${bare}?${query(named)}`;
  const sent = { method, path, body: body === undefined ? null : JSON.stringify(body(named)) };
  const credentials = scheme === null ? null : authorize(scheme, sent);
  const type = sent.body === null ? {} : { 'content-type': 'application/json' };
  return { ...sent, headers: { ...type, ...credentials }, isAuthorized: credentials !== null };
};
