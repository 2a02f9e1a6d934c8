import type { Clock } from '../../../commands/ports/clock';
import type { BankControls, Decided, PayoutDecision, SimulatedPayout } from '../../../commands/ports/sandbox-controls';
import type { OrderKey, PayoutStore, StoredOrder } from './payouts/payout-store';
import { controlCallbackOf, isEnded, momentMs, payoutAt } from './payouts/payout-timeline';

export interface ControlOptions {
  readonly store: PayoutStore;
  readonly clock: Clock;
  readonly onPlanned: (dueAtMs: number) => void;
}

type Booked = StoredOrder & { readonly bookedAtMs: number };

const isBooked = (order: StoredOrder): order is Booked => order.bookedAtMs !== null;

/** The control calls of the simulated bank (design: api, section 7). */
export const bankControls = (options: ControlOptions): BankControls => {
  const { store, clock, onPlanned } = options;
  return {
    decidePayout: async (key, decision) => {
      const order = await store.find(key);
      if (order === null || !isBooked(order)) return { kind: 'UNKNOWN' };
      const decided = await (decision.kind === 'RETURN'
        ? giveBack(options, order, decision.amountCents)
        : end(options, order, decision));
      onPlanned(clock.now());
      return decided;
    },
    advance: async (partnerId, ms) => {
      const aheadMs = await store.advance(partnerId, ms);
      onPlanned(clock.now());
      return aheadMs;
    },
    reset: store.reset,
  };
};

const shown = (order: Booked, nowMs: number): SimulatedPayout => {
  const { state, amount, returnedAmount = 0n } = payoutAt(order, order.bookedAtMs, nowMs);
  return { state, amountCents: amount, returnedCents: returnedAmount };
};

const now = async ({ store, clock }: ControlOptions, order: StoredOrder): Promise<number> =>
  momentMs(order, clock.now(), await store.aheadMs(order.partnerId));

/** What a decision finds when it is read again, whoever made it. */
const found = async (
  options: ControlOptions,
  key: OrderKey,
  isAsDecided: (order: Booked) => boolean,
): Promise<Decided> => {
  const order = await options.store.find(key);
  if (order === null || !isBooked(order)) return { kind: 'UNKNOWN' };
  const payout = shown(order, await now(options, order));
  return isAsDecided(order) ? { kind: 'DONE', payout } : { kind: 'TOO_LATE', state: payout.state };
};

const OUTCOMES = { SETTLE: 'SETTLED', REJECT: 'FAILED' } as const;

const end = async (
  options: ControlOptions,
  order: Booked,
  decision: Exclude<PayoutDecision, { readonly kind: 'RETURN' }>,
): Promise<Decided> => {
  const outcome = OUTCOMES[decision.kind];
  const code = decision.kind === 'REJECT' ? decision.code : null;
  const { state } = shown(order, await now(options, order));
  if (!isEnded(state)) {
    const atMs = options.clock.now();
    await options.store.decide(order, { outcome, code, decidedAtMs: atMs }, controlCallbackOf(order, 'decision', atMs));
  }
  return found(options, order, ({ decision: kept }) => kept?.outcome === outcome && kept.code === code);
};

const giveBack = async (options: ControlOptions, order: Booked, amountCents: bigint | null): Promise<Decided> => {
  const payout = shown(order, await now(options, order));
  if (payout.state !== 'SETTLED') return { kind: 'TOO_LATE', state: payout.state };
  const leftCents = payout.amountCents - payout.returnedCents;
  if (amountCents !== null && amountCents > leftCents) return { kind: 'TOO_MUCH', leftCents };
  const returnedCents = payout.returnedCents + (amountCents ?? leftCents);
  const callback = controlCallbackOf(order, `return-${returnedCents}`, options.clock.now());
  await options.store.giveBack(order, { fromCents: order.returnedCents, toCents: returnedCents }, callback);
  return found(options, order, (kept) => kept.returnedCents === returnedCents);
};
