import type { Pool } from 'pg';
import { decideEmbedded } from '../../commands/pair/decide-embedded';
import { decidePair } from '../../commands/pair/decide-pair';
import type { Refusal } from '../../commands/pair/refusing/refusal';
import { isDoubtful, ONE_DATABASE, type Standing, TWO_STORES } from '../../commands/pair/standing';
import type { Clock } from '../../commands/ports/clock';
import type { EventStore } from '../../commands/ports/event-store';
import type { Ids } from '../../commands/ports/ids';
import type { PayoutProviders } from '../../commands/ports/payout-provider';
import type { PeggedRedemptions } from '../../commands/ports/pegged-redemption';
import type { ChargeProviders } from '../../commands/ports/providers/charge-provider';
import type { CryptoDeliveries } from '../../commands/ports/providers/crypto-delivery';
import type { Logger } from '../logger';
import { leadLedger } from './append-identity';
import { bind } from './bind';
import type { CheckpointKeeper } from './checkpoint-keeper';
import {
  type GateDeps,
  gatedCharges,
  gatedDeliveries,
  gatedProviders,
  gatedRedemptions,
  gatedStore,
  notNow,
} from './gate';
import type { SharedHold, Unheld } from './holding/shared-hold';
import { createLooking, type OpenedStore, type TakenLook } from './looking';
import type { StepDeps } from './perform-step';
import type { Tenure } from './tenure';
import { createWatching, type Watching } from './watching';

/** PostgreSQL and its log, as this process knows them. */
export interface Pair {
  /**
   * Binds what is new, and resolves when the pair is right; whoever asks while it runs waits for the same. Rejects with
   * RefusedPair, 30 s after the first look that said so, or when a store is away for 30 s.
   */
  readonly start: () => Promise<void>;
  /** Resolves when the pair is right, or when that will take longer or never be; who then appends waits for `start`. */
  readonly tryStart: () => Promise<void>;
  readonly standing: () => Standing;
  /** Without the lock of the ledger; null while it is held. */
  readonly unheld: () => Unheld | null;
  /** Of the ledger that the pair is bound to; null until it was found right. */
  readonly ledgerId: () => string | null;
  /** The store with every append behind the gate. A process that has not started does so at its first append. */
  readonly store: EventStore;
  readonly gated: (providers: PayoutProviders) => PayoutProviders;
  readonly gatedRedemptions: (redemptions: PeggedRedemptions) => PeggedRedemptions;
  readonly gatedCharges: (providers: ChargeProviders) => ChargeProviders;
  readonly gatedDeliveries: (providers: CryptoDeliveries) => CryptoDeliveries;
  /** False while the pair is wrong or in doubt, or the ledger not held: nothing is watched or judged. */
  readonly mayWork: () => boolean;
  readonly tenure: Tenure;
  /** Cuts a start that waits. */
  readonly close: () => Promise<void>;
}

export interface PairDeps {
  /** Its own: a look must not wait behind what it guards. */
  readonly pool: Pool;
  readonly store: EventStore;
  /** For a look on a new connection. */
  readonly connect: () => OpenedStore;
  readonly keeper: CheckpointKeeper;
  /** Log and rows are one database. */
  readonly isEmbedded: boolean;
  readonly hold: SharedHold;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly logger: Logger;
  readonly isAway: (error: unknown) => boolean;
  readonly time: PairTime;
}

export interface PairTime {
  /** Monotonic, in milliseconds. */
  readonly nowMs: () => number;
  /** Ends early when the signal aborts. */
  readonly rest: (ms: number, signal: AbortSignal) => Promise<void>;
}

export const decideWhere = ({ isEmbedded }: Pick<PairDeps, 'isEmbedded'>) => (isEmbedded ? decideEmbedded : decidePair);

export const createPair = (deps: PairDeps): Pair => {
  const { nowMs, rest } = deps.time;
  const stopping = new AbortController();
  const isStopping = (): boolean => stopping.signal.aborted;
  const takeLook = createLooking({ ...deps, nowMs });
  const decide = decideWhere(deps);
  const beliefs = deps.isEmbedded ? ONE_DATABASE : TWO_STORES;
  const watching = createWatching({ takeLook, decide, beliefs, nowMs, rest, logger: deps.logger });
  const stepping: StepDeps = { ...deps, isStopping, rest: (ms) => rest(ms, stopping.signal) };
  const held = new AbortController();
  const begun = { ledgerId: null as string | null, start: null as Promise<void> | null };
  const ledgerId = (): string | null => begun.ledgerId;
  const begin = async (): Promise<void> => {
    await deps.hold.begin(watching.unanswered);
    const bound = await bind({ ...deps, ...stepping, takeLook, decide, nowMs, onHeld: () => held.abort() });
    begun.ledgerId = bound.ledgerId;
    if (!isStopping()) watching.begin(bound.ledgerId, bound.lookedMs);
  };
  const start = (): Promise<void> => {
    begun.start ??= begin().catch((error: unknown) => {
      begun.start = null;
      throw error;
    });
    return begun.start;
  };
  const { isHeld } = deps.hold;
  const gate = gateOf({ start, watching, isHeld, isAway: deps.isAway, ledgerId });
  const onRefused = (taken: TakenLook, refusal: Refusal): void =>
    watching.take(taken, 'END', { says: 'WRONG', refusal });
  const lead = async (signal: AbortSignal): Promise<void> =>
    deps.isEmbedded ? undefined : leadLedger({ ...deps, ...stepping, takeLook, onRefused }, signal);
  return {
    ...{ start, tryStart: () => endedOr(start(), held.signal), ledgerId },
    ...{ standing: watching.standing, unheld: deps.hold.unheld, store: gatedStore(deps.store, gate) },
    gated: (providers) => gatedProviders(providers, gate),
    gatedRedemptions: (redemptions) => gatedRedemptions(redemptions, gate),
    gatedCharges: (providers) => gatedCharges(providers, gate),
    gatedDeliveries: (providers) => gatedDeliveries(providers, gate),
    mayWork: () => isHeld() && !isDoubtful(watching.standing()),
    tenure: tenureOf({ start, watching, isHeld }, lead),
    close: async () => {
      stopping.abort();
      await begun.start?.catch(() => undefined);
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
  readonly watching: Watching;
  /** The lock of the ledger, which a store tool takes alone. */
  readonly isHeld: () => boolean;
}

type Gated = Working & Pick<GateDeps, 'isAway' | 'ledgerId'>;

const gateOf = ({ start, watching, isHeld, ...gate }: Gated): GateDeps => {
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
  return { ...gate, mayAppend, mustAppend, mustDispatch, unanswered: watching.unanswered };
};

const tenureOf = ({ start, watching, isHeld }: Working, lead: (signal: AbortSignal) => Promise<void>): Tenure => ({
  untilRight: async (signal) => {
    await start();
    await watching.until(({ is }) => is === 'RIGHT' && isHeld(), signal);
  },
  begin: lead,
  doubt: watching.unanswered,
  over: async (signal) => {
    await watching.until((standing) => isDoubtful(standing) || !isHeld(), signal);
    return isHeld()
      ? 'PostgreSQL and its log are not known to belong together'
      : 'the lock of the ledger was lost: a store tool may hold it';
  },
});
