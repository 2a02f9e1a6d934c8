import type { RaisedAlert } from './alert-rows';

export interface WaitingAlert extends RaisedAlert {
  /** A write failed before, and the alert was logged then. */
  readonly isLogged: boolean;
}

export type WaitingBatch = readonly (readonly [string, WaitingAlert])[];

/** Alerts waiting for the database, one per key, with the gravest text seen. */
export const createWaitingAlerts = (most: number) => {
  const waiting = new Map<string, WaitingAlert>();
  return {
    isEmpty: () => waiting.size === 0,
    /** False when there is no room for another key. */
    add: (key: string, alert: RaisedAlert): boolean => {
      const before = waiting.get(key);
      if (before === undefined && waiting.size >= most) return false;
      const isGraver = before === undefined || alert.severity > before.severity;
      const { raisedAt, facts } = alert;
      waiting.set(key, isGraver ? { ...alert, isLogged: false } : { ...before, raisedAt, facts });
      return true;
    },
    take: (count: number): WaitingBatch => {
      const batch = [...waiting].slice(0, count);
      for (const [key] of batch) waiting.delete(key);
      return batch;
    },
    putBack: (batch: WaitingBatch): void => {
      for (const [key, alert] of batch) {
        const newer = waiting.get(key);
        if (newer === undefined) waiting.set(key, { ...alert, isLogged: true });
        else if (newer.severity <= alert.severity) waiting.set(key, { ...newer, ...gravest(alert, newer) });
      }
    },
  };
};

const gravest = ({ says, severity }: WaitingAlert, { raisedAt }: WaitingAlert) => ({
  ...{ says, severity, raisedAt },
  isLogged: true,
});
