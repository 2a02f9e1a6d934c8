import type { Alert } from '../../../commands/alerts/kinds';
import type { EventStore } from '../../../commands/ports/event-store';
import { isAppendTooLarge } from '../../../infra/event-store/client/client-errors';
import { causeOf } from '../../../infra/event-store/writable';

/** No input of a caller makes such a large event, and a repetition does not reduce it: an operator must be alerted. */
export const tellingLargeAppends = (store: EventStore, alert: Alert): EventStore => ({
  ...store,
  append: async (stream, expected, events) => {
    try {
      return await store.append(stream, expected, events);
    } catch (error) {
      if (isAppendTooLarge(error)) alert('A write to the log is too large', { stream, error: causeOf(error) });
      throw error;
    }
  },
});
