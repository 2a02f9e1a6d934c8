import { maskPixKey } from '../../../../aggregates/codes/pix-key';
import { rejection } from '../../../../aggregates/rejection';
import type { PayoutProvider, PayoutRequest } from '../../../../commands/ports/providers/payout-provider';
import type { CallContext, Result } from '../../../../commands/ports/providers/result';
import type {
  PayoutDecision,
  SandboxControls,
  SimulatedPayout,
} from '../../../../commands/ports/providers/sandbox-controls';
import type { Turn } from '../book/sandbox-book';
import {
  type At,
  callbackOf,
  type Desk,
  digestOf,
  failed,
  NAME,
  notFound,
  rowsOf,
  SANDBOX_ID_PREFIX,
  type Step,
  within,
} from '../desk';
import { objectionTo } from '../objections';
import { isBooked, take } from '../scenarios';
import { lookUpBoleto, lookUpBrCode, lookUpGiftCard, lookUpKey, SELLER } from './payees';
import { choosePayout, type PayoutScenario, payeeKeyOf } from './payout-scenarios';
import { type BookedPayout, type PayoutState, payoutCallbacks, scenarioOf, shownPayout } from './payout-state';

const maskedKeyOf = ({ method }: PayoutRequest): string | null => {
  const key = payeeKeyOf(method);
  return key === null ? null : maskPixKey(key);
};

const newOrder = (request: PayoutRequest, scenario: string, settleDelayMs: number, { key }: At): PayoutState => ({
  providerId: `${SANDBOX_ID_PREFIX}pay_${digestOf(key.partnerId, key.idempotencyKey).slice(0, 32)}`,
  ...{ amountCents: request.amount.toString(), kind: request.method.kind, payeeKeyMasked: maskedKeyOf(request) },
  ...{ scenario, settleDelayMs, calls: 0, bookedAtMs: null, bookedAheadMs: 0, decision: null, returnedCents: '0' },
});

/** Without the scenario's refusals for a follower: another key's order of the same amount to the same payee had them. */
const taking =
  (request: PayoutRequest, { name }: PayoutScenario, settleDelayMs: number, isFollower: boolean) =>
  (before: PayoutState | null, at: At) => {
    const objection = objectionTo(request, at.clockMs);
    // A booked key is the same order, even if the registry has changed since.
    if (objection !== null && !isBooked(before)) return { answer: objection };
    const known = before ?? newOrder(request, name, settleDelayMs, at);
    const answers = isFollower ? [] : scenarioOf(known).answers;
    const { amount } = request;
    return take({ known, answers, amount, show: shownPayout, callbacks: payoutCallbacks }, at);
  };

interface LastCall {
  readonly by: string;
  readonly calledAtMs: number;
}

/** Notes the call; is it a follower of another key's? */
const following =
  (by: string, forgetsAfterMs: number): Step<LastCall, Result<boolean>> =>
  (last, { clockMs: calledAtMs }) => {
    const value = last !== null && last.by !== by && calledAtMs - last.calledAtMs <= forgetsAfterMs;
    return { state: { by, calledAtMs }, answer: { ok: true, value } };
  };

export const createPayouts = (desk: Desk): PayoutProvider => {
  const { ask, order, list } = rowsOf<PayoutState>(desk, 'payout');
  const payees = rowsOf<LastCall>(desk, 'payee');
  const create: PayoutProvider['create'] = async (context, request) => {
    const { idempotencyKey, notAfter, amount, method } = request;
    const scenario = choosePayout(request);
    if (scenario === null) return failed('REJECTED', 'UNSUPPORTED', 'No sandbox scenario has this name');
    const { forgetsAfterMs, name } = scenario;
    const payee = [name, amount, method.kind, maskedKeyOf(request)].join(' ');
    const isFollower =
      forgetsAfterMs === null
        ? ({ ok: true, value: false } as const)
        : await payees.order(context, payee, following(idempotencyKey, forgetsAfterMs), {
            ...{ notAfter, unanswered: 'RETRYABLE' },
          });
    if (!isFollower.ok) return isFollower;
    return order(context, idempotencyKey, taking(request, scenario, desk.settleDelayMs, isFollower.value), {
      notAfter,
    });
  };
  const read = <Value>(context: CallContext, lookUp: () => Result<Value>) =>
    within(desk, context, 'UNAVAILABLE', async () => lookUp());
  return {
    ...{ name: NAME, mode: 'sandbox', kinds: ['PIX_KEY', 'PIX_BRCODE', 'BOLETO', 'GIFT_CARD'], idempotency: 'NATIVE' },
    ...{ books: 'PARTNER', sells: SELLER },
    resolveBrCode: (context, brCode) => read(context, () => lookUpBrCode(brCode)),
    resolveKey: (context, key) => read(context, () => lookUpKey(key)),
    resolveBoleto: (context, code) => read(context, () => lookUpBoleto(code, desk.clock.now())),
    resolveGiftCard: (context, code) => read(context, () => lookUpGiftCard(code)),
    create,
    get: (context, { idempotencyKey }) =>
      ask(context, idempotencyKey, (payout, at) => ({
        answer: isBooked(payout) ? { ok: true, value: shownPayout(payout, at) } : notFound('order'),
      })),
    list: (context, from, to) =>
      list(context, { fromMs: Date.parse(from), toMs: Date.parse(to) }, (payout, at) =>
        isBooked(payout) ? [shownPayout(payout, at)] : [],
      ),
  };
};

const answerOf = (booked: BookedPayout, at: At): SimulatedPayout => {
  const { state, amount, returnedAmount = 0n } = shownPayout(booked, at);
  return { state, amountCents: amount, returnedCents: returnedAmount };
};

const tooLate = ({ state }: SimulatedPayout) => rejection('WRONG_STATE', `The payout already has state ${state}`);

const changed = (state: BookedPayout, at: At, event: string): Turn<PayoutState, SimulatedPayout> => ({
  ...{ state, answer: answerOf(state, at) },
  callbacks: [callbackOf('payout.changed', at, { event, dueAtMs: at.clockMs })],
});

const OUTCOMES = { SETTLE: 'SETTLED', REJECT: 'FAILED' } as const;

type End = Exclude<PayoutDecision, { readonly kind: 'RETURN' }>;

/** The first decision stands; repeating it is no error. */
const ending = (payout: BookedPayout, at: At, decision: End): Turn<PayoutState, SimulatedPayout> => {
  const outcome = OUTCOMES[decision.kind];
  const code = decision.kind === 'REJECT' ? decision.code : null;
  const answer = answerOf(payout, at);
  if (payout.decision?.outcome === outcome && payout.decision.code === code) return { answer };
  if (answer.state === 'SETTLED' || answer.state === 'FAILED' || answer.state === 'RETURNED') throw tooLate(answer);
  return changed({ ...payout, decision: { outcome, code, decidedAtMs: at.clockMs } }, at, 'decision');
};

const returning = (payout: BookedPayout, at: At, asked: bigint | null): Turn<PayoutState, SimulatedPayout> => {
  const answer = answerOf(payout, at);
  if (answer.state !== 'SETTLED') throw tooLate(answer);
  const leftCents = answer.amountCents - answer.returnedCents;
  if (asked !== null && asked > leftCents) {
    throw rejection('VALIDATION_ERROR', 'A return cannot exceed the payout', {
      amount: `is more than the ${leftCents} cents that are left`,
    });
  }
  const returnedCents = (answer.returnedCents + (asked ?? leftCents)).toString();
  return changed({ ...payout, returnedCents }, at, `return-${returnedCents}`);
};

export const payoutControls = (desk: Desk): Pick<SandboxControls, 'decidePayout'> => ({
  decidePayout: (key, decision) =>
    rowsOf<PayoutState>(desk, 'payout').control(key, (payout, at) => {
      if (!isBooked(payout)) throw rejection('WRONG_STATE', 'The bank has not booked it');
      return decision.kind === 'RETURN' ? returning(payout, at, decision.amountCents) : ending(payout, at, decision);
    }),
});
