import { isDoubtful, mayAppend, mayDispatch } from '../../commands/pair/standing';
import { sharedInFlight } from '../../commands/timing/shared-in-flight';
import { dueLook, type Known, look, wakeAll } from './known';
import type { LookDepth } from './log-says';

/** Comparisons of a running process: once a minute, after an error, and when an append or a dispatch needs one. */
export interface Watching {
  readonly mayAppend: () => boolean;
  readonly mayDispatch: () => boolean;
  readonly lookForAppend: () => Promise<void>;
  readonly lookForDispatch: () => Promise<void>;
  readonly begin: () => void;
  readonly stop: () => Promise<void>;
}

/** Limit of comparisons when others keep writing the row. */
const MOST_LOOKS = 5;

export const createWatching = (known: Known): Watching => {
  const { nowMs } = known.deps.time;
  const may = (judged: typeof mayAppend) => (): boolean =>
    known.startedAs !== null && judged(known.standing, nowMs(), known.beliefs);
  const [appends, dispatches] = [may(mayAppend), may(mayDispatch)];
  const lookAt = (depth: LookDepth) => sharedInFlight(() => look(known, { depth, onNewConnection: false }));
  const [lookWhole, lookAtEnd] = [lookAt('WHOLE'), lookAt('END')];
  let watching: Promise<void> = Promise.resolve();
  return {
    ...{ mayAppend: appends, mayDispatch: dispatches },
    lookForAppend: () => lookUntil(known, lookWhole, appends),
    lookForDispatch: () => lookUntil(known, appends() ? lookAtEnd : lookWhole, dispatches),
    begin: () => {
      watching = watch(known);
    },
    stop: async () => {
      known.stopping.abort();
      wakeAll(known);
      await watching;
    },
  };
};

const lookUntil = async (known: Known, take: () => ReturnType<typeof look>, may: () => boolean): Promise<void> => {
  for (let looks = 0; looks < MOST_LOOKS && !may() && !isDoubtful(known.standing); looks += 1) {
    const { decision } = await take();
    if (decision.says === 'AWAY') return;
  }
};

const watch = async (known: Known): Promise<void> => {
  while (!known.stopping.signal.aborted) {
    const { inMs, onNewConnection } = dueLook(known);
    if (inMs > 0) await known.deps.time.rest(inMs, known.changing.signal);
    else await look(known, { depth: 'WHOLE', onNewConnection });
  }
};
