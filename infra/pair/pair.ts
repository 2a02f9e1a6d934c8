import { isDoubtful, type Standing } from '../../commands/pair/standing';
import type { EventStore } from '../../commands/ports/event-store';
import type { Provider, Providers } from '../../commands/ports/providers/providers';
import type { PairDeps } from './deps';
import { type GateDeps, gatedCall, gatedStore, notNow, type Sends } from './gate';
import type { SharedHold, Unheld } from './holding/shared-hold';
import { begun, createKnown, type Known, until, wentAway } from './known';
import { leadLedger, settle } from './settle';
import type { Tenure } from './tenure';
import { createWatching, type Watching } from './watching';

export interface Pair {
  /** Binds a new pair; resolves when it is right. Rejects with RefusedPair, or after 30 s without a store. */
  readonly start: () => Promise<void>;
  /** Resolves when the pair is right, or when this takes longer or is impossible; appends then wait for `start`. */
  readonly tryStart: () => Promise<void>;
  readonly standing: () => Standing;
  /** State without the lock of the ledger; null while this process holds the lock. */
  readonly unheld: () => Unheld | null;
  /** Id of the ledger that the pair is bound to; null until the pair was found right. */
  readonly ledgerId: () => string | null;
  /** The store, whose appends wait for the gate. A process that has not started does so at its first append. */
  readonly store: EventStore;
  /** The same providers, but `call`, which sends money, waits for a comparison. */
  readonly gated: <Call extends string, Kind, One extends Provider & { readonly [Name in Call]: Sends }>(
    providers: Providers<Kind, One>,
    call: Call,
  ) => Providers<Kind, One>;
  readonly mayWork: () => boolean;
  readonly tenure: Tenure;
  /** Cuts a start that waits. */
  readonly close: () => Promise<void>;
}

export const createPair = (deps: PairDeps & { readonly hold: SharedHold }): Pair => {
  const known = createKnown(deps);
  const watching = createWatching(known);
  const { isHeld } = deps.hold;
  const unanswered = (): void => wentAway(known);
  const begin = async (): Promise<void> => {
    await deps.hold.begin(unanswered);
    const { ledgerId, lookedMs } = await settle(known);
    begun(known, ledgerId, lookedMs);
    if (!known.stopping.signal.aborted) watching.begin();
  };
  let starting: Promise<void> | null = null;
  const start = (): Promise<void> => {
    starting ??= begin().catch((error: unknown) => {
      starting = null;
      throw error;
    });
    return starting;
  };
  const working = { start, known, watching, isHeld };
  const gate = gateOf(working, unanswered);
  return {
    ...{ start, tryStart: () => endedOr(start(), known.held.signal), ledgerId: () => known.startedAs },
    ...{ standing: () => known.standing, unheld: deps.hold.unheld, store: gatedStore(deps.store, gate) },
    gated: (providers, call) => gatedCall(providers, call, gate),
    mayWork: () => isHeld() && !isDoubtful(known.standing),
    tenure: tenureOf(working, unanswered),
    close: async () => {
      known.stopping.abort();
      await starting?.catch(() => undefined);
      await watching.stop();
      await deps.hold.close();
    },
  };
};

/** Never rejects. */
const endedOr = (work: Promise<void>, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
    work.then(resolve, () => resolve());
  });

interface Working {
  readonly start: () => Promise<void>;
  readonly known: Known;
  readonly watching: Watching;
  readonly isHeld: () => boolean;
}

const gateOf = ({ start, known, watching, isHeld }: Working, unanswered: () => void): GateDeps => {
  const mayAppend = (): boolean => isHeld() && watching.mayAppend();
  const mayDispatch = (): boolean => isHeld() && watching.mayDispatch();
  const mustAppend = async (): Promise<void> => {
    await start();
    await watching.lookForAppend();
    if (!mayAppend()) throw notNow();
  };
  const mustDispatch = async (): Promise<void> => {
    if (mayDispatch()) return;
    await start();
    await watching.lookForDispatch();
    if (!mayDispatch()) throw notNow();
  };
  const { isAway } = known.deps;
  return { isAway, ledgerId: () => known.startedAs, mayAppend, mustAppend, mustDispatch, unanswered };
};

const tenureOf = ({ start, known, isHeld }: Working, doubt: () => void): Tenure => ({
  untilRight: async (signal) => {
    await start();
    await until(known, ({ is }) => is === 'RIGHT' && isHeld(), signal);
  },
  begin: async (signal) => {
    if (!known.deps.isEmbedded) await leadLedger(known, signal);
  },
  doubt,
  over: async (signal) => {
    await until(known, (standing) => isDoubtful(standing) || !isHeld(), signal);
    return isHeld()
      ? 'PostgreSQL and the log are not verified as a pair'
      : 'the lock of the ledger was lost: a store tool may have it';
  },
});
