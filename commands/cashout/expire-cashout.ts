import { cashout } from '../../aggregates/cashout/cashout';
import type { CashoutEvent, ExpiryEvidence } from '../../aggregates/cashout/events';
import { isUndecided } from '../../aggregates/cashout/expiry';
import type { CashoutFacts } from '../../aggregates/cashout/state';
import { memoHashOf } from '../../aggregates/deposit/matching';
import type { Position } from '../../aggregates/events';
import { rejection } from '../../aggregates/rejection';
import { streamNameOf } from '../../aggregates/stream';
import type { Alert } from '../alerts/kinds';
import { systemContext } from '../handling/context';
import { commandIdOf } from '../handling/deterministic-ids';
import { handle } from '../handling/handle';
import { recalledStateOf, stateOf } from '../handling/reading/read-stream';
import type { HandleDeps } from '../handling/request';
import type { EventStore, StrangeRecord } from '../ports/event-store';

export interface ExpireCashout {
  readonly intentId: string;
}

export interface KnownOfExpiry {
  readonly evidence: ExpiryEvidence;
  readonly asOf: Position;
}

export interface ExpireCashoutDeps extends HandleDeps {
  readonly eventStore: Pick<EventStore, 'append' | 'readStream' | 'readAll'>;
  /** A single snapshot, by the hash of the intent's memo; null while the intent has no row yet. */
  readonly readExpiryEvidence: (memoHash: string) => Promise<KnownOfExpiry | null>;
  readonly alert: Alert;
}

/** Expires an unpaid intent by the present evidence, because the proposal may be old. A paid intent stays. */
export const expireCashout =
  (deps: ExpireCashoutDeps) =>
  async ({ intentId }: ExpireCashout): Promise<void> => {
    const { memo, network } = await factsOf(deps, intentId);
    const memoHash = memoHashOf(memo);
    const known = await deps.readExpiryEvidence(memoHash);
    if (known === null || (await isSeenSince(deps, memoHash, known.asOf))) return;
    const { evidence } = known;
    // Separate ids: an expiry must not look like a repetition of a hold.
    const step = isUndecided(evidence) ? 'hold-expiry' : 'expire-cashout';
    const { events } = await handle(deps, cashout, {
      ...{ id: intentId, recalls: true },
      context: systemContext('expiry', commandIdOf(step, intentId), intentId),
      command: { type: 'Expire', evidence, now: deps.clock.iso() },
    });
    for (const event of events) tell(deps, event, network);
  };

/** The facts of an intent never change, so a recalled state is enough. Only absence is read from the stream. */
const factsOf = async (deps: ExpireCashoutDeps, intentId: string): Promise<CashoutFacts> => {
  const recalled = await recalledStateOf(deps, cashout, intentId);
  const state = recalled.status === 'NONE' ? await stateOf(deps.eventStore, cashout, intentId) : recalled;
  if (state.status === 'NONE') throw rejection('INTENT_NOT_FOUND', 'No such intent');
  return state.facts;
};

/** Deposit events that rows may lag; beyond this number, the expiry waits for the projection. */
const EVENTS_BEHIND = 1_000;

/** True when the log has a payment that the rows lack: a scan is known before its deposits are projected. */
const isSeenSince = async (deps: ExpireCashoutDeps, memoHash: string, asOf: Position): Promise<boolean> => {
  const read = () => namedSince(deps.eventStore, asOf);
  // Intents that expire together share the same `asOf`, hence one read of the log.
  const { sharedReads } = deps;
  const named = sharedReads === undefined ? read() : sharedReads(`deposits after ${asOf.commit}:${asOf.prepare}`, read);
  return (await named)?.has(memoHash) ?? true;
};

const namedSince = async (
  eventStore: Pick<EventStore, 'readAll'>,
  asOf: Position,
): Promise<ReadonlySet<string> | null> => {
  const named = new Set<string>();
  let read = 0;
  const unread: StrangeRecord[] = [];
  const onStrange = (record: StrangeRecord): void => void unread.push(record);
  for await (const { data } of eventStore.readAll(asOf, { streamPrefixes: ['deposit-'] }, onStrange)) {
    read += 1;
    if (read > EVENTS_BEHIND) return null;
    if ('memos' in data) for (const memo of data.memos) named.add(memoHashOf(memo));
  }
  // An unreadable record may be a payment: the projections must first find its intent.
  return unread.length === 0 ? named : null;
};

const tell = ({ alert }: ExpireCashoutDeps, { type, data }: CashoutEvent, network: string): void => {
  const { intentId } = data;
  if (type === 'ExpiryHeld') {
    const { holds, unread, parked = 0 } = data.evidence;
    const stream = streamNameOf(cashout, intentId);
    const facts = { stream, intentId, network, holds: `${holds}`, unread: `${unread}`, parked: `${parked}` };
    alert('An intent is long overdue: a payment of it is still undecided', facts);
  }
  if (type === 'CashoutExpired' && data.cause === 'CEILING') {
    const lookedAt = data.evidence?.lookedAt ?? 'never';
    alert('An intent expired while its network was unreachable', { intentId, network, lookedAt });
  }
};
