import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '../../../../commands/ports/clock';
import type { Refusal } from '../scenarios/scenario';
import type { NewOrder, PayoutStore, StoredOrder } from './payout-store';
import { callbacksOf, scenarioOf } from './payout-timeline';

interface Bank {
  readonly store: PayoutStore;
  readonly clock: Clock;
  readonly onPlanned: (dueAtMs: number) => void;
}

interface TakenCall {
  readonly order: StoredOrder;
  readonly answer: Refusal | null;
}

/** Null while the books cannot be reached: only a call that was taken is booked (rule 3). */
export const takeCall = async (bank: Bank, draft: NewOrder): Promise<TakenCall | null> => {
  try {
    const order = await bank.store.countCall(draft);
    return { order, answer: await answerTo(bank, order) };
  } catch {
    return null;
  }
};

/** The scenario's refusal for this call; null answers with the payout. */
const answerTo = async ({ store }: Bank, order: StoredOrder): Promise<Refusal | null> => {
  const { answers, forgetsAfterMs } = scenarioOf(order);
  const answer = answers[Math.min(order.calls, answers.length) - 1] ?? null;
  const { calledAtMs } = order;
  if (answer === null || forgetsAfterMs === null || calledAtMs === null) return answer;
  return (await store.hasForerunner(order, calledAtMs - forgetsAfterMs)) ? null : answer;
};

const BOOKING_TRIES = 5;
const BETWEEN_TRIES_MS = 200;

/** A call that was taken is booked although the books are away for a moment: each try books it once at most. */
const persisting = async (book: () => Promise<StoredOrder>): Promise<StoredOrder> => {
  for (let tries = 1; tries < BOOKING_TRIES; tries += 1) {
    try {
      return await book();
    } catch {
      await pause(BETWEEN_TRIES_MS);
    }
  }
  return book();
};

export const bookOrder = async (bank: Bank, order: StoredOrder): Promise<StoredOrder> => {
  const atMs = bank.clock.now();
  const callbacks = callbacksOf(order, atMs);
  const booked = await persisting(() => bank.store.book(order, atMs, callbacks));
  if (callbacks[0] !== undefined) bank.onPlanned(callbacks[0].dueAtMs);
  return booked;
};
