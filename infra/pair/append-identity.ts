import { decideAppend, leadingEvent, type WantedEvent } from '../../commands/pair/append-identity';
import type { Refusal } from '../../commands/pair/refusing/refusal';
import type { Clock } from '../../commands/ports/clock';
import type { Ids } from '../../commands/ports/ids';
import type { PairRow } from '../../commands/ports/pair';
import type { SharedHold } from './holding/shared-hold';
import type { TakeLook, TakenLook } from './looking';
import { performStep, type StepDeps } from './perform-step';
import { refusedPair } from './refused-pair';

export interface IdentityDeps extends StepDeps {
  readonly takeLook: TakeLook;
  /** Without it nothing is appended. */
  readonly hold: Pick<SharedHold, 'isHeld' | 'unheld'>;
  /** The identity stream contradicts the row. */
  readonly onRefused: (taken: TakenLook, refusal: Refusal) => void;
}

/** Null while the ledger is not open. */
type Want = (row: PairRow) => WantedEvent | null;

/** A process that is overtaken so often meets others that write the stream all the time. */
const MOST_LOOKS = 100;

/**
 * The wanted event is in the identity stream, and the row says so. Rejects when a store is away, the ledger is not held
 * or the pair is wrong.
 */
export const appendIdentity = async (deps: IdentityDeps, want: Want, signal: AbortSignal): Promise<void> => {
  let wanted: WantedEvent | null = null;
  for (let looks = 0; looks < MOST_LOOKS && !signal.aborted; looks += 1) {
    const taken = await deps.takeLook({ depth: 'END', onNewConnection: false });
    const { look, trouble } = taken;
    if (look === null || look.log === 'AWAY') throw notAppended(trouble ?? 'away');
    if (!deps.hold.isHeld()) throw notAppended(deps.hold.unheld()?.because ?? 'it was not held');
    const { row } = look.database;
    wanted ??= row === null ? null : want(row);
    if (wanted === null) throw notAppended('it is not open');
    const decision = decideAppend(look, wanted);
    if (decision.kind === 'DONE') return;
    if (decision.kind === 'OVERTAKEN') wanted = null;
    if (decision.kind === 'REFUSE') {
      deps.onRefused(taken, decision.refusal);
      throw refusedPair(decision.refusal);
    }
    if (decision.kind === 'STEP') await performStep(deps, decision.step);
  }
  throw notAppended('others write it all the time, or this process stops');
};

const notAppended = (why: string): Error => new Error(`The identity of the ledger cannot be written: ${why}`);

/** After this, another PostgreSQL that leads finds at its next look that it was left behind. */
export const leadLedger = (
  deps: IdentityDeps & { readonly clock: Clock; readonly ids: Ids },
  signal: AbortSignal,
): Promise<void> => appendIdentity(deps, (row) => leadingEvent(row, deps.ids.uuid(), deps.clock.iso()), signal);
