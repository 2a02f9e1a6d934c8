import type { EventOf } from '../../../aggregates/events';
import { HALTS_ID, halts } from '../../../aggregates/halts/halts';
import type { DispatchPayout } from '../../../aggregates/payout/commands';
import { isHeldPayout } from '../../../aggregates/payout/state';
import { type UserState, user } from '../../../aggregates/user/user';
import { systemContext } from '../../handling/context';
import { knownStateOf, stateOf } from '../../handling/reading/read-stream';
import type { Ids } from '../../ports/ids';
import type { KeyVault } from '../../ports/key-vault';
import type { PayoutProvider, PayoutProviders } from '../../ports/providers/payout-provider';
import { sealForObligationOf } from '../../user/erasure/seal-for-obligation';
import { isHeld } from '../../watching/judging/is-held';
import { believed } from '../outcome/payout-answer';
import { outcomeOf, pinOf } from '../outcome/payout-outcome';
import { type PayoutAnswer, type RecordOutcomeDeps, recordPayoutOutcome } from '../outcome/record-payout-outcome';
import { askPayout, type PlacedPayout, readPayoutToSend } from '../owners/owners';
import { HELD_MS, type PayoutStep, type Resolved } from '../request-payout';
import { DEFERRED_MS, deferPayout } from './defer-payout';
import type { PayoutLanes } from './payout-lanes';
import { sendPayout } from './send-payout';

export interface DispatchPayoutDeps extends RecordOutcomeDeps {
  readonly vault: Pick<KeyVault, 'open' | 'seal' | 'digest'>;
  readonly ids: Ids;
  readonly workerId: string;
  readonly payoutProviders: PayoutProviders;
  readonly payoutLanes: Pick<PayoutLanes, 'inLane'>;
}

type PayoutDispatched = EventOf<'PayoutDispatched'>['data'];

const SEND_WINDOW_MS = 15_000;

/** Maximum age of the judgement at the entry of the lane; a fast bank frees a lane sooner. */
const FRESH_MS = 100;

export const PROVIDER_GONE = 'The provider of a payout is not configured: the payout cannot continue';

/** Only the worker that appended the dispatch sends. `unknownSince` resends the same key while it is unknown. */
export const dispatchPayout =
  (deps: DispatchPayoutDeps) =>
  async (step: PayoutStep, unknownSince: string | null = null): Promise<Resolved> => {
    // Read before the lane, because the lane is for the bank's time.
    const { toSend, resolved } = await judge(deps, step, unknownSince);
    if (toSend === null) return resolved;
    const sent = await deps.payoutLanes.inLane(() => sendIfStillDue(deps, step, toSend));
    if (sent === null) return { askAgainAtMs: deps.clock.now() };
    if (sent.answer !== null) await recordPayoutOutcome(deps)(sent.answer);
    return sent.resolved;
  };

interface Sent {
  readonly resolved: Resolved;
  /** Null: the order was not sent, or had no definite answer. */
  readonly answer: PayoutAnswer | null;
}

/** A payout that waited long in its lane, e.g. for a timeout of the bank, is checked again. */
const sendIfStillDue = async (deps: DispatchPayoutDeps, step: PayoutStep, early: ToSend): Promise<Sent> => {
  const { toSend, resolved } = isFresh(deps, early) ? due(early) : await judge(deps, step, early.unknownSince);
  if (toSend === null) return { resolved, answer: null };
  const isTaken = toSend.provider?.mayTry?.(toSend.owed.terms.kind) === false;
  return isTaken
    ? { resolved: held(deps, DEFERRED_MS).resolved, answer: null }
    : { resolved, answer: await sendOnce(deps, step, toSend) };
};

/** The distance counts in both directions, because the clock may have been set back. */
const isFresh = ({ clock }: DispatchPayoutDeps, { readAtMs }: ToSend): boolean =>
  Math.abs(clock.now() - readAtMs) < FRESH_MS;

interface ToSend {
  /** Start of the reading: milliseconds since 1970. */
  readonly readAtMs: number;
  readonly owed: PlacedPayout;
  readonly provider: PayoutProvider | null;
  readonly unknownSince: string | null;
  readonly person: UserState;
  /** The instruction in clear; null when the payee was erased. */
  readonly instruction: string | null;
}

interface Judged {
  readonly toSend: ToSend | null;
  readonly resolved: Resolved;
}

const judge = async (deps: DispatchPayoutDeps, step: PayoutStep, unknownSince: string | null): Promise<Judged> => {
  const readAtMs = deps.clock.now();
  const owed = await readPayoutToSend(deps, step.stream);
  if (owed === null || (owed.payout.phase !== 'REQUESTED' && owed.payout.phase !== 'UNKNOWN')) return NOT_DUE;
  const { provider: name, providerKey } = owed.payout;
  const provider = providerOf(deps, owed, name);
  if (provider === null && name !== null) {
    deps.alert(PROVIDER_GONE, { stream: step.stream, providerKey, provider: name });
    return held(deps);
  }
  if (isHeldPayout(owed.payout)) return held(deps);
  const { isNetworkHeld, halted, ...read } = await readTogether(deps, owed);
  if (isNetworkHeld || read.person.status === 'BLOCKED') return held(deps);
  if (provider !== null && (await deferPayout(deps, { step, owed, provider, halted, ...read })))
    return held(deps, DEFERRED_MS);
  return due({ readAtMs, owed, provider, unknownSince, ...read });
};

const due = (toSend: ToSend): Judged => ({ toSend, resolved: 'done' });

const NOT_DUE: Judged = { toSend: null, resolved: 'done' };

const held = ({ clock }: DispatchPayoutDeps, waitMs = HELD_MS): Judged => ({
  toSend: null,
  resolved: { askAgainAtMs: clock.now() + waitMs },
});

/** Reads that may fail come before the fence: a failure after it leaves a payout that may be sent. */
const readTogether = async (deps: DispatchPayoutDeps, { userId, fundedBy, terms }: PlacedPayout) => {
  const [isNetworkHeld, person, instruction, halted] = await Promise.all([
    isHeld(deps, fundedBy),
    stateOf(deps.eventStore, user, userId),
    deps.vault.open(terms.instruction),
    knownStateOf(deps, halts, HALTS_ID),
  ]);
  return { isNetworkHeld, person, instruction, halted };
};

/** Older logs name no provider. */
const providerOf = (
  { payoutProviders }: DispatchPayoutDeps,
  { mode, terms }: PlacedPayout,
  name: string | null,
): PayoutProvider | null => (name === null ? payoutProviders.choose(mode, terms) : payoutProviders.named(name, mode));

const sendOnce = async (deps: DispatchPayoutDeps, step: PayoutStep, toSend: ToSend): Promise<PayoutAnswer | null> => {
  const { owed, provider, unknownSince, instruction } = toSend;
  const asked = { provider: provider?.name ?? 'none', unknownSince, ...(await partiesOf(deps, toSend)) };
  const dispatched = await passFence(deps, step, asked);
  if (dispatched === null) return null;
  const resend = unknownSince !== null;
  const { providerKey, dispatchedAt } = dispatched;
  const question = { provider: dispatched.provider, providerKey, amountCents: BigInt(owed.terms.amountCents) };
  const said = await sendPayout(deps, owed, { dispatched, provider, resend, instruction });
  const answer = believed(deps.alert, step.stream, question, said);
  const outcome = outcomeOf(answer, resend);
  return outcome === null ? null : { ...step, providerKey, dispatchedAt, outcome, ...pinOf(answer) };
};

/** Recorded once per key: a second sending has the same data. */
const partiesOf = async (
  { vault }: DispatchPayoutDeps,
  { owed: { userId }, person, instruction, unknownSince }: ToSend,
): Promise<Pick<DispatchPayout, 'parties'>> =>
  instruction === null || unknownSince !== null
    ? {}
    : { parties: await sealForObligationOf(vault, { userId, state: person }, instruction) };

const passFence = async (
  deps: DispatchPayoutDeps,
  { stream, causeEventId }: PayoutStep,
  asked: Pick<DispatchPayout, 'provider' | 'unknownSince' | 'parties'>,
): Promise<PayoutDispatched | null> => {
  const nowMs = deps.clock.now();
  const events = await askPayout(deps, stream, {
    // Random on purpose: a repetition after a crash must not resend a payout that may have been sent.
    context: systemContext('payouts', deps.ids.uuid(), causeEventId),
    command: {
      type: 'DispatchPayout',
      ...asked,
      workerId: deps.workerId,
      now: new Date(nowMs).toISOString(),
      notAfter: new Date(nowMs + SEND_WINDOW_MS).toISOString(),
    },
    // Accepted only at the last revision of the stream.
    recalls: true,
  });
  const event = events.find((candidate) => candidate.type === 'PayoutDispatched');
  return event?.data ?? null;
};
