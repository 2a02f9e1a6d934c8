import type { Alert } from './payout-answer';

/** So many alarms are remembered; the oldest is forgotten first, and may be raised again. */
const MAXIMUM_REMEMBERED = 10_000;

/** Raises each alarm once in the life of this process: what lasts is looked at again and again. */
export const alertOnce = (alert: Alert, maximumRemembered = MAXIMUM_REMEMBERED): Alert => {
  const raised = new Set<string>();
  return (what, facts) => {
    const alarm = JSON.stringify([what, facts]);
    if (raised.has(alarm)) return;
    raised.add(alarm);
    for (const oldest of raised) {
      if (raised.size <= maximumRemembered) break;
      raised.delete(oldest);
    }
    alert(what, facts);
  };
};
