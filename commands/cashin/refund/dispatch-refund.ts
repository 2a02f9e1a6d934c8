import { isContradicted, isDisputed, isSaidBack, type KnownCashin, pixOf } from '../../../aggregates/cashin/state';
import type { EventOf } from '../../../aggregates/events';
import { refundKeyOf } from '../../handling/deterministic-ids';
import { sendWithin } from '../../handling/sending/send-within';
import type { Resolved } from '../../payout/request-payout';
import type { ChargeProvider, Refund, RefundRequest } from '../../ports/providers/charge-provider';
import type { Result } from '../../ports/providers/result';
import {
  AT_REST_MS,
  askCashin,
  type CashinDeps,
  type CashinStep,
  cashinIn,
  heldBack,
  unanswered,
  type WaitingStep,
} from '../cashin-step';
import { chargerOf } from '../charge/ask-charge';
import { recordRefund } from './record-refund';
import { believedRefund, outcomeOfRefund } from './refund-answer';
import { isStillOwed } from './still-owed';

export interface RefundStep extends CashinStep {
  readonly endToEndId: string;
}

const SEND_WINDOW_MS = 15_000;
const AGAIN_MS = 15_000;

/** Only the worker that appended the dispatch sends, and only if the provider still has the whole PIX. */
export const dispatchRefund =
  (deps: CashinDeps) =>
  async (step: RefundStep & WaitingStep): Promise<Resolved> => {
    const state = await cashinIn(deps, step.intentId);
    const pix = state.status === 'NONE' ? null : pixOf(state, step.endToEndId);
    if (state.status === 'NONE' || pix?.refund?.phase !== 'DUE') return 'done';
    if (pix.refund.dueCents === 0n || isContradicted(state)) return heldBack(deps, AT_REST_MS);
    if (isDisputed(pix) || state.hold !== null || isSaidBack(state, step.endToEndId)) return heldBack(deps);
    const provider = chargerOf(deps, state.facts);
    if (provider === null) return heldBack(deps);
    const owed = await isStillOwed(deps, step, { state, pix, provider });
    if (owed === 'UNKNOWN') return unanswered(deps, step, AGAIN_MS);
    if (owed === 'DISPUTED') return heldBack(deps);
    if (owed === 'GONE') return heldBack(deps, AT_REST_MS);
    await sendOnce(deps, step, { state, provider, unknownSince: null });
    return 'done';
  };

interface ToSend {
  readonly state: KnownCashin;
  readonly provider: ChargeProvider;
  readonly unknownSince: string | null;
}

/** `unknownSince` resends the same key (rule 5 of providers), only if the outcome is still unknown since then. */
export const sendOnce = async (deps: CashinDeps, step: RefundStep, toSend: ToSend): Promise<void> => {
  const { state, provider, unknownSince } = toSend;
  const dispatched = await passFence(deps, step, unknownSince);
  if (dispatched === null) return;
  const { refundKey, dispatchedAt } = dispatched;
  const said = await send(deps, state, provider, dispatched);
  const answer = believedRefund({ ...deps, facts: state.facts, refundKey }, said);
  const outcome = outcomeOfRefund(answer, unknownSince !== null);
  if (outcome !== null) await recordRefund(deps)({ ...step, state, refundKey, dispatchedAt, outcome });
};

type Dispatched = EventOf<'ChargeRefundDispatched'>['data'];

const passFence = async (
  deps: CashinDeps,
  { endToEndId, ...step }: RefundStep,
  unknownSince: string | null,
): Promise<Dispatched | null> => {
  const nowMs = deps.clock.now();
  const events = await askCashin(deps, step, {
    // Random on purpose: a repetition after a crash must not resend a refund that may have been sent.
    commandId: deps.ids.uuid(),
    command: {
      ...{ type: 'DispatchRefund', endToEndId, workerId: deps.workerId, unknownSince },
      refundKeyOf: (attempt) => refundKeyOf(step.intentId, endToEndId, attempt),
      now: new Date(nowMs).toISOString(),
      notAfter: new Date(nowMs + SEND_WINDOW_MS).toISOString(),
    },
  });
  const event = events.find(({ type }) => type === 'ChargeRefundDispatched');
  return event?.type === 'ChargeRefundDispatched' ? event.data : null;
};

const send = async (
  deps: CashinDeps,
  { facts }: KnownCashin,
  provider: ChargeProvider,
  { refundKey, endToEndId, amountCents, notAfter }: Dispatched,
): Promise<Result<Refund>> => {
  const { intentId, partnerId, mode } = facts;
  const call = { requestId: refundKey, partnerId, mode, deadlineMs: Date.parse(notAfter) };
  const request: RefundRequest = {
    ...{ idempotencyKey: refundKey, chargeKey: intentId, endToEndId, amount: BigInt(amountCents), notAfter },
    reason: 'The payment does not pay this charge',
  };
  const window = { clock: deps.clock, provider: provider.name, deadlineMs: call.deadlineMs };
  return sendWithin(window, () => provider.refund(call, request));
};
