import { completedIntentStream } from './intents';
import { type NewStream, propose } from './ledger';

/** Events before the payout is sent. */
const REQUESTED = 3;

/** A completed payment of so many events (at least seven), which operators hold and release again and again. */
export const longPaymentStream = (userId: string, count: number): NewStream => {
  const { stream, events } = completedIntentStream(userId);
  const intentId = stream.slice('cashout-'.length);
  const at = new Date().toISOString();
  const heldAndReleased = Array.from({ length: count - events.length }, (_, index) =>
    index % 2 === 0
      ? propose({ type: 'PayoutHeld', data: { intentId, heldAt: at } }, null, intentId)
      : propose({ type: 'PayoutReleased', data: { intentId, releasedAt: at } }, null, intentId),
  );
  return { stream, events: [...events.slice(0, REQUESTED), ...heldAndReleased, ...events.slice(REQUESTED)] };
};
