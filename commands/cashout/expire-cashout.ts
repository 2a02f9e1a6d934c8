import { cashout } from '../../aggregates/cashout/cashout';
import type { CashoutEvent, ExpiryEvidence } from '../../aggregates/cashout/events';
import { isUndecided } from '../../aggregates/cashout/expiry';
import type { CashoutFacts } from '../../aggregates/cashout/state';
import { memoHashOf } from '../../aggregates/deposit/matching';
import type { Position } from '../../aggregates/events';
import { rejection } from '../../aggregates/rejection';
import type { Alert } from '../alerts/kinds';
import { systemContext } from '../handling/context';
import { commandIdOf } from '../handling/deterministic-ids';
import { handle } from '../handling/handle';
import { recalledStateOf, stateOf } from '../handling/read-stream';
import type { HandleDeps } from '../handling/request';
import type { EventStore } from '../ports/event-store';

export interface ExpireCashout {
  readonly intentId: string;
}

/** What the rows say, and how far in the log they are. */
export interface KnownOfExpiry {
  readonly evidence: ExpiryEvidence;
  readonly asOf: Position;
}

export interface ExpireCashoutDeps extends HandleDeps {
  readonly eventStore: Pick<EventStore, 'append' | 'readStream' | 'readAll'>;
  /** By the hash of the intent's memo, as one moment has it; null while the intent has no row yet. */
  readonly readExpiryEvidence: (memoHash: string) => Promise<KnownOfExpiry | null>;
  /** Tells a person; moves no money. */
  readonly alert: Alert;
}

/**
 * Ends an intent that was not paid in time, if what is known now says so: whoever found it due may have been wrong, or
 * read it before something that may pay it was seen. An intent that was paid meanwhile is left alone.
 */
export const expireCashout =
  (deps: ExpireCashoutDeps) =>
  async ({ intentId }: ExpireCashout): Promise<void> => {
    const { memo, network } = await factsOf(deps, intentId);
    const memoHash = memoHashOf(memo);
    const known = await deps.readExpiryEvidence(memoHash);
    if (known === null || (await isSeenSince(deps, memoHash, known.asOf))) return;
    const { evidence } = known;
    // Being held and ending are two outcomes, and the second must not pass for a repetition of the first.
    const step = isUndecided(evidence) ? 'hold-expiry' : 'expire-cashout';
    const { events } = await handle(deps, cashout, {
      ...{ id: intentId, recalls: true },
      context: systemContext('expiry', commandIdOf(step, intentId), intentId),
      command: { type: 'Expire', evidence, now: deps.clock.iso() },
    });
    for (const event of events) tell(deps, event, network);
  };

/** What an intent promises never changes, so an old state will do; that it does not exist is read. */
const factsOf = async (deps: ExpireCashoutDeps, intentId: string): Promise<CashoutFacts> => {
  const recalled = await recalledStateOf(deps, cashout, intentId);
  const state = recalled.status === 'NONE' ? await stateOf(deps.eventStore, cashout, intentId) : recalled;
  if (state.status === 'NONE') throw rejection('INTENT_NOT_FOUND', 'No such intent');
  return state.facts;
};

/** Deposit events that rows may be behind; with more of them than that, expiry waits until they have caught up. */
const EVENTS_BEHIND = 1_000;

/**
 * True when the log has news of a payment that the rows do not have yet: a look at the network is known at once, what
 * it saw only when it is projected.
 */
const isSeenSince = async (deps: ExpireCashoutDeps, memoHash: string, asOf: Position): Promise<boolean> => {
  const read = () => namedSince(deps.eventStore, asOf);
  // Intents that end together are known as of the same moment, and one look at the log does for all that ask meanwhile.
  const { sharedReads } = deps;
  const named = sharedReads === undefined ? read() : sharedReads(`deposits after ${asOf.commit}:${asOf.prepare}`, read);
  return (await named)?.has(memoHash) ?? true;
};

/** Hashes of the memos that the deposits after `asOf` name; null when those are too many. */
const namedSince = async (
  eventStore: Pick<EventStore, 'readAll'>,
  asOf: Position,
): Promise<ReadonlySet<string> | null> => {
  const named = new Set<string>();
  let read = 0;
  for await (const { data } of eventStore.readAll(asOf, { streamPrefixes: ['deposit-'] })) {
    read += 1;
    if (read > EVENTS_BEHIND) return null;
    if ('memos' in data) for (const memo of data.memos) named.add(memoHashOf(memo));
  }
  return named;
};

const tell = ({ alert }: ExpireCashoutDeps, { type, data }: CashoutEvent, network: string): void => {
  const { intentId } = data;
  if (type === 'ExpiryHeld') {
    const { holds, unread, parked = 0 } = data.evidence;
    const facts = { intentId, network, holds: String(holds), unread: String(unread), parked: String(parked) };
    alert('An intent should have ended long ago, and what may pay it is not decided', facts);
  }
  if (type === 'CashoutExpired' && data.cause === 'CEILING') {
    const lookedAt = data.evidence?.lookedAt ?? 'never';
    alert('An intent expired although its network could not be looked at', { intentId, network, lookedAt });
  }
};
