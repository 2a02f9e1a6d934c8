import { createBoundedMap } from '../timing/bounded-map';
import type { Alert } from './payout-answer';

/** So many alarms are remembered; the oldest is forgotten first, and may be raised again. */
const MAXIMUM_REMEMBERED = 10_000;

/** Raises each alarm once in the life of this process: what lasts is looked at again and again. */
export const alertOnce = (alert: Alert, maximumRemembered = MAXIMUM_REMEMBERED): Alert => {
  const raised = createBoundedMap<true>(maximumRemembered);
  return (what, facts) => {
    const alarm = JSON.stringify([what, facts]);
    if (raised.get(alarm) === true) return;
    raised.set(alarm, true);
    alert(what, facts);
  };
};
