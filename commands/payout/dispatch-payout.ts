import type { EventOf } from '../../aggregates/events';
import type { DispatchPayout } from '../../aggregates/payout/commands';
import { isHeldPayout } from '../../aggregates/payout/state';
import { type UserState, user } from '../../aggregates/user/user';
import { systemContext } from '../handling/context';
import { stateOf } from '../handling/read-stream';
import { objectionTo } from '../invoices/check-boleto';
import type { Ids } from '../ports/ids';
import type { Payout, PayoutMethod, PayoutProvider, PayoutProviders, PayoutRequest } from '../ports/payout-provider';
import type { CallContext, Result } from '../ports/result';
import { sealForObligationOf } from '../user/seal-for-obligation';
import { isHeld } from '../watching/judging/is-held';
import { askPayout, type PlacedPayout, readPayout } from './owners/owners';
import { believed } from './payout-answer';
import { outcomeOf, pinOf } from './payout-outcome';
import { type RecordOutcomeDeps, recordPayoutOutcome } from './record-payout-outcome';
import { HELD_MS, type PayoutStep, type Resolved } from './request-payout';

export interface DispatchPayoutDeps extends RecordOutcomeDeps {
  readonly ids: Ids;
  readonly workerId: string;
  readonly payoutProviders: PayoutProviders;
}

type PayoutDispatched = EventOf<'PayoutDispatched'>['data'];

const SEND_WINDOW_MS = 15_000;

const MAXIMUM_SENDS = 3;

export const PROVIDER_GONE = 'The provider of a payout is not configured: nothing is sent or asked for it';

/**
 * Sends a requested payout: only the worker that appended the dispatch at the exact revision sends it (design: domain,
 * section 3), and only to the provider named in the stream. `unknownSince` resends the same key under rule 5 of
 * providers, only while unknown since then. Held by an operator, while the user is blocked, and while final history of the
 * network is in question.
 */
export const dispatchPayout =
  (deps: DispatchPayoutDeps) =>
  async (step: PayoutStep, unknownSince: string | null = null): Promise<Resolved> => {
    const owed = await readPayout(deps.eventStore, step.stream);
    if (owed === null || (owed.payout.phase !== 'REQUESTED' && owed.payout.phase !== 'UNKNOWN')) return 'done';
    const { provider: name, providerKey } = owed.payout;
    const provider = providerOf(deps, owed, name);
    if (provider === null && name !== null) {
      deps.alert(PROVIDER_GONE, { stream: step.stream, providerKey, provider: name });
      return { askAgainAtMs: deps.clock.now() + HELD_MS };
    }
    if (isHeldPayout(owed.payout)) return { askAgainAtMs: deps.clock.now() + HELD_MS };
    const { isNetworkHeld, ...read } = await readTogether(deps, owed);
    if (isNetworkHeld || read.person.status === 'BLOCKED') return { askAgainAtMs: deps.clock.now() + HELD_MS };
    await sendOnce(deps, step, { owed, provider, unknownSince, ...read });
    return 'done';
  };

/** Whatever may fail comes before the fence: a failure behind it leaves a payout that may have been sent. */
const readTogether = async (deps: DispatchPayoutDeps, { userId, fundedBy, terms }: PlacedPayout) => {
  const [isNetworkHeld, person, instruction] = await Promise.all([
    isHeld(deps, fundedBy),
    stateOf(deps.eventStore, user, userId),
    deps.vault.open(terms.instruction),
  ]);
  return { isNetworkHeld, person, instruction };
};

/** Older logs name no provider. */
const providerOf = (
  { payoutProviders }: DispatchPayoutDeps,
  { mode, terms }: PlacedPayout,
  name: string | null,
): PayoutProvider | null =>
  name === null ? payoutProviders.choose(mode, terms.kind) : payoutProviders.named(name, mode);

interface ToSend {
  readonly owed: PlacedPayout;
  readonly provider: PayoutProvider | null;
  readonly unknownSince: string | null;
  readonly person: UserState;
  /** In clear; null when the payee was erased. */
  readonly instruction: string | null;
}

const sendOnce = async (deps: DispatchPayoutDeps, step: PayoutStep, toSend: ToSend): Promise<void> => {
  const { owed, provider, unknownSince, instruction } = toSend;
  const asked = { provider: provider?.name ?? 'none', unknownSince, ...(await partiesOf(deps, toSend)) };
  const dispatched = await passFence(deps, step, asked);
  if (dispatched === null) return;
  const resend = unknownSince !== null;
  const { providerKey, dispatchedAt } = dispatched;
  const question = { provider: dispatched.provider, providerKey, amountCents: BigInt(owed.terms.amountCents) };
  const said = await send(deps, owed, { dispatched, provider, resend, instruction });
  const answer = believed(deps.alert, step.stream, question, said);
  const outcome = outcomeOf(answer, resend);
  if (outcome === null) return;
  await recordPayoutOutcome(deps)({ ...step, providerKey, dispatchedAt, outcome, ...pinOf(answer) });
};

/** Once for each key: sent again it says nothing new. */
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
    // Random on purpose: after a crash a repetition must not resend what may have been sent.
    context: systemContext('payouts', deps.ids.uuid(), causeEventId),
    command: {
      type: 'DispatchPayout',
      ...asked,
      workerId: deps.workerId,
      now: new Date(nowMs).toISOString(),
      notAfter: new Date(nowMs + SEND_WINDOW_MS).toISOString(),
    },
    // Only what is at the stream's last revision passes.
    recalls: true,
  });
  const event = events.find((candidate) => candidate.type === 'PayoutDispatched');
  return event?.data ?? null;
};

interface Sending {
  readonly dispatched: PayoutDispatched;
  readonly provider: PayoutProvider | null;
  readonly resend: boolean;
  /** In clear; null when the payee was erased. */
  readonly instruction: string | null;
}

const send = async (
  deps: DispatchPayoutDeps,
  { terms, partnerId, mode, scenario }: PlacedPayout,
  { dispatched, provider, resend, instruction }: Sending,
): Promise<Result<Payout>> => {
  if (provider === null) return notSent('No payout provider is configured for this mode');
  if (instruction === null) return notSent('The payee was erased');
  const request: PayoutRequest = {
    idempotencyKey: dispatched.providerKey,
    amount: BigInt(terms.amountCents),
    method: JSON.parse(instruction) as PayoutMethod,
    notAfter: dispatched.notAfter,
    ...(scenario === undefined ? {} : { scenario }),
  };
  const context: CallContext = {
    requestId: dispatched.providerKey,
    partnerId,
    mode,
    deadlineMs: Date.parse(dispatched.notAfter),
  };
  // A resent key may have been paid, so only the key itself may tell.
  const objection = resend ? null : await objectionTo(deps.clock, provider, context, request);
  return objection ?? sendWithin(deps, provider, context, request);
};

/** Repeats only what provably was not executed, and only before `notAfter`. */
const sendWithin = async (
  deps: DispatchPayoutDeps,
  provider: PayoutProvider,
  context: CallContext,
  request: PayoutRequest,
): Promise<Result<Payout>> => {
  let answer = await attempt(provider, context, request);
  for (let sends = 1; sends < MAXIMUM_SENDS; sends += 1) {
    const mayRepeat = !answer.ok && answer.kind === 'RETRYABLE' && deps.clock.now() < context.deadlineMs;
    if (!mayRepeat) return answer;
    answer = await attempt(provider, context, request);
  }
  return answer;
};

const attempt = async (
  provider: PayoutProvider,
  context: CallContext,
  request: PayoutRequest,
): Promise<Result<Payout>> => {
  try {
    return await provider.create(context, request);
  } catch {
    return {
      ok: false,
      kind: 'UNKNOWN',
      code: 'OTHER',
      provider: provider.name,
      message: 'The call ended in an error',
    };
  }
};

const notSent = (message: string): Result<Payout> => ({
  ok: false,
  kind: 'NOT_CONFIGURED',
  code: 'UNSUPPORTED',
  provider: 'none',
  message,
});
