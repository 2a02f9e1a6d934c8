import { createLanes } from '../../timing/lanes';

/** Limits the number of orders at the banks at once, and stops sendings before the process ends. */
export interface PayoutLanes {
  /** Null: the lanes closed before there was room, and the work was not started. */
  readonly inLane: <Value>(work: () => Promise<Value>) => Promise<Value | null>;
  /** Work in a lane continues; no further work enters. */
  readonly close: () => void;
}

export const createPayoutLanes = (lanes: number): PayoutLanes => {
  const inLane = createLanes(lanes);
  let isClosed = false;
  return {
    inLane: (work) => inLane(async () => (isClosed ? null : work())),
    close: () => {
      isClosed = true;
    },
  };
};
