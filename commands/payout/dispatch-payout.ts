import type { EventOf } from '../../aggregates/events';
import { systemContext } from '../handling/context';
import { objectionTo } from '../invoices/check-boleto';
import type { Ids } from '../ports/ids';
import type { Payout, PayoutMethod, PayoutProvider, PayoutProviders, PayoutRequest } from '../ports/payout-provider';
import type { CallContext, Result } from '../ports/result';
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

/** After this long a dispatch must not be written to the socket any more. */
const SEND_WINDOW_MS = 15_000;

/** How often a call that provably did not reach the provider is repeated within the window. */
const MAXIMUM_SENDS = 3;

/** What an alarm says when the provider that stands in the stream is not configured. */
export const PROVIDER_GONE = 'The provider of a payout is not configured: nothing is sent or asked for it';

/**
 * Sends the payout that was requested: the dispatch is appended at the exact revision first, and only the worker that
 * appended it sends (design: domain, section 3). With `unknownSince`, the same key again under rule 5 of providers: only
 * while it has been unknown since then. The provider that stands in the stream is the only one that is sent it. Nothing
 * is sent while final history of the deposit's network is in question, whenever it was requested.
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
    if (await isHeld(deps, owed.fundedBy)) return { askAgainAtMs: deps.clock.now() + HELD_MS };
    await sendOnce(deps, step, { owed, provider, unknownSince });
    return 'done';
  };

/** Where the stream names nobody, as in older logs, it is decided now. */
const providerOf = (
  { payoutProviders }: DispatchPayoutDeps,
  { mode, terms }: PlacedPayout,
  name: string | null,
): PayoutProvider | null =>
  name === null ? payoutProviders.choose(mode, terms.kind) : payoutProviders.named(name, mode);

interface ToSend {
  readonly owed: PlacedPayout;
  /** Null: nobody is configured. */
  readonly provider: PayoutProvider | null;
  readonly unknownSince: string | null;
}

const sendOnce = async (deps: DispatchPayoutDeps, step: PayoutStep, toSend: ToSend): Promise<void> => {
  const { owed, provider, unknownSince } = toSend;
  // Whatever may fail without harm comes before the fence: behind it, a failure leaves a payout that may have been sent.
  const instruction = await deps.vault.open(owed.terms.instruction);
  const dispatched = await passFence(deps, step, provider?.name ?? 'none', unknownSince);
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

/** What was dispatched, or null when another worker was faster. */
const passFence = async (
  deps: DispatchPayoutDeps,
  { stream, causeEventId }: PayoutStep,
  provider: string,
  unknownSince: string | null,
): Promise<PayoutDispatched | null> => {
  const nowMs = deps.clock.now();
  const events = await askPayout(deps, stream, {
    // Random on purpose: a repetition after a crash must not believe that it may send what was perhaps sent.
    context: systemContext('payouts', deps.ids.uuid(), causeEventId),
    command: {
      type: 'DispatchPayout',
      provider,
      workerId: deps.workerId,
      now: new Date(nowMs).toISOString(),
      notAfter: new Date(nowMs + SEND_WINDOW_MS).toISOString(),
      unknownSince,
    },
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
  { terms, partnerId, mode }: PlacedPayout,
  { dispatched, provider, resend, instruction }: Sending,
): Promise<Result<Payout>> => {
  if (provider === null) return notSent('No payout provider is configured for this mode');
  if (instruction === null) return notSent('The payee was erased');
  const request: PayoutRequest = {
    idempotencyKey: dispatched.providerKey,
    amount: BigInt(terms.amountCents),
    method: JSON.parse(instruction) as PayoutMethod,
    notAfter: dispatched.notAfter,
  };
  const context: CallContext = {
    requestId: dispatched.providerKey,
    partnerId,
    mode,
    deadlineMs: Date.parse(dispatched.notAfter),
  };
  // What was sent before may have been paid, so only its own key may tell; the provider checks what it is sent again.
  const objection = resend ? null : await objectionTo(deps.clock, provider, context, request);
  return objection ?? sendWithin(deps, provider, context, request);
};

/** Repeats only what provably was not executed, and only before the dispatch runs out. */
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

/** An adapter that throws has not said that nothing happened. */
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

/** Nothing left this process now; what an earlier dispatch of the key sent is another question. */
const notSent = (message: string): Result<Payout> => ({
  ok: false,
  kind: 'NOT_CONFIGURED',
  code: 'UNSUPPORTED',
  provider: 'none',
  message,
});
