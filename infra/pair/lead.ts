import { decideAppend, leadingEvent, type WantedEvent } from '../../commands/pair/append-identity';
import type { Refusal } from '../../commands/pair/refusing/refusal';
import type { Clock } from '../../commands/ports/clock';
import type { Ids } from '../../commands/ports/ids';
import type { PairLook } from '../../commands/ports/pair';
import type { SharedHold } from './holding/shared-hold';
import type { TakeLook, TakenLook } from './looking';
import { performStep, type StepDeps } from './perform-step';
import { refusedPair } from './refused-pair';

export interface LeadDeps extends StepDeps {
  readonly takeLook: TakeLook;
  /** Without it nobody leads. */
  readonly hold: Pick<SharedHold, 'isHeld' | 'unheld'>;
  readonly clock: Clock;
  readonly ids: Ids;
  /** The identity stream contradicts the row. */
  readonly onRefused: (taken: TakenLook, refusal: Refusal) => void;
}

/** Whoever is overtaken so often meets others that lead. */
const MOST_LOOKS = 100;

/**
 * LedgerLed is in the log, and the row says so: whoever leads from another PostgreSQL finds that at its next look.
 * Rejects when a store is away, the ledger is not held or the pair is wrong.
 */
export const leadLedger = async (deps: LeadDeps, signal: AbortSignal): Promise<void> => {
  let wanted: WantedEvent | null = null;
  for (let looks = 0; looks < MOST_LOOKS && !signal.aborted; looks += 1) {
    const taken = await deps.takeLook({ depth: 'END', onNewConnection: false });
    const { look } = taken;
    if (look === null || look.log === 'AWAY') throw new Error(`The ledger cannot be led: ${taken.trouble ?? 'away'}`);
    if (!deps.hold.isHeld())
      throw new Error(`The ledger cannot be led: ${deps.hold.unheld()?.because ?? 'it was not held'}`);
    wanted ??= wantedBy(deps, look);
    const decision = decideAppend(look, wanted);
    if (decision.kind === 'DONE') return;
    if (decision.kind === 'OVERTAKEN') wanted = null;
    if (decision.kind === 'REFUSE') {
      deps.onRefused(taken, decision.refusal);
      throw refusedPair(decision.refusal);
    }
    if (decision.kind === 'STEP') await performStep(deps, decision.step);
  }
  throw new Error('The ledger could not be led: others lead it all the time, or this process stops');
};

const wantedBy = ({ ids, clock }: LeadDeps, { database }: PairLook): WantedEvent => {
  const wanted = database.row === null ? null : leadingEvent(database.row, ids.uuid(), clock.iso());
  if (wanted === null) throw new Error('The ledger cannot be led: it is not open');
  return wanted;
};
