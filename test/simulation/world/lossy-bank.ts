import { isRejection } from '../../../aggregates/rejection';
import type { StoredCallback } from '../../../commands/ports/callback-inbox';
import type { Payout, PayoutProvider, PayoutRequest } from '../../../commands/ports/providers/payout-provider';
import type { Result } from '../../../commands/ports/providers/result';
import type { PayoutDecision } from '../../../commands/ports/providers/sandbox-controls';
import { failure } from '../../../infra/providers/failures';
import type { core } from '../../core';
import { CALLBACK_SECRET, postTo } from '../../doubles/callback-post';
import { memorySandbox } from '../../infra/providers/memory-sandbox';
import { createLine, type LineOptions } from './line';
import type { Plant } from './plant';

export interface BankOptions extends LineOptions {
  readonly clock: ReturnType<typeof core>['clock'];
  /** A false answer in place of the truth; null: the truth. */
  readonly lie: (said: Payout) => Result<Payout> | null;
  readonly plant: Plant | null;
}

const SCENARIOS = ['RETURNED', 'RETURNED', 'DEFAULT', 'SETTLE_FAIL', 'STUCK'];

/** Sends an order as an adapter that does not pass our key on. */
const again = (request: PayoutRequest): PayoutRequest => ({ ...request, idempotencyKey: `${request.idempotencyKey}'` });

const quietly = (answer: Result<Payout>): Result<Payout> =>
  answer.ok ? { ok: true, value: { ...answer.value, amount: answer.value.amount - 1n } } : answer;

const asReturned = (answer: Result<Payout>): Result<Payout> =>
  answer.ok && answer.value.state === 'SETTLED'
    ? { ok: true, value: { ...answer.value, state: 'RETURNED', returnedAmount: answer.value.amount } }
    : answer;

/** The answer of the bank under a planted error. */
const planted = (plant: Plant | null, answer: Result<Payout>): Result<Payout> => {
  if (plant === 'PAID_A_CENT_MORE') return quietly(answer);
  if (plant === 'DECIDED_BLINDLY') return failure('sandbox', 'UNAVAILABLE', 'OTHER', 'Nobody answers questions');
  return plant === 'RETURN_INVENTED' ? asReturned(answer) : answer;
};

/** The sandbox bank behind a line that loses answers, used by workers that stand still or die. */
export const lossyBank = ({ clock, lie, plant, ...options }: BankOptions) => {
  const line = createLine(options);
  const hints: StoredCallback[] = [];
  const sent: PayoutRequest[] = [];
  const post = postTo(clock, (hint) => hints.push(hint));
  const sandbox = memorySandbox(clock, { calling: { secret: CALLBACK_SECRET, post, onTrouble: () => undefined } });
  const { payouts: provider } = sandbox;
  const played = new Map<string, string | null>();
  /** The bank plays its own scenario for some keys, so that a second payment does not always come back again. */
  const playing = (request: PayoutRequest): PayoutRequest => {
    const { idempotencyKey: key } = request;
    if (!played.has(key)) played.set(key, options.random.chance(20) ? options.random.pick(SCENARIOS) : null);
    const scenario = played.get(key) ?? null;
    return scenario === null ? request : { ...request, scenario };
  };
  const overTheLine: PayoutProvider = {
    ...provider,
    create: (context, request) =>
      line.order(async () => {
        sent.push(request);
        const order = playing(request);
        if (plant === 'PAID_TWICE') await provider.create(context, again(order));
        if (plant !== 'PAID_A_CENT_MORE') return provider.create(context, order);
        return quietly(await provider.create(context, { ...order, amount: order.amount + 1n }));
      }),
    get: (context, asked) =>
      line.question(async () => {
        const said = planted(plant, await provider.get(context, asked));
        return (said.ok ? lie(said.value) : null) ?? said;
      }),
  };
  return {
    line: overTheLine,
    sent,
    /** The bank itself, hidden from the ledger: its answers are the truth. */
    oracle: provider,
    /** Decides at the simulated bank, where its payout still allows it. */
    decide: async (idempotencyKey: string, decision: PayoutDecision): Promise<void> => {
      const decided = sandbox.controls.decidePayout({ partnerId: 'p1', idempotencyKey }, decision);
      await decided.catch((error: unknown) => {
        if (!isRejection(error)) throw error;
      });
    },
    callBack: async (): Promise<readonly StoredCallback[]> => {
      await sandbox.callbacks.makeDue();
      return line.arriving(hints.splice(0));
    },
    heal: line.heal,
  };
};
